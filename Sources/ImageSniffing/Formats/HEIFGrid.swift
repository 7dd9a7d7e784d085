/// The size of a grid item that has no `ispe`: it stands in the item's own data.
///
/// Source: ISO/IEC 23008-12, section 6.6.2.3; ISO/IEC 14496-12, sections 8.11.3 (`iloc`) and
/// 8.11.6 (`iinf`).
enum HEIFGrid {
    static func size(
        ofItem id: Int64,
        in boxes: HEIFItems.Boxes,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageSize? {
        guard let infos = boxes.infos, try isGrid(id, infos, &reader),
            let data = try dataOffset(ofItem: id, in: boxes, &reader)
        else { return nil }
        let isWide = try reader.uint8(at: data + 1) & 1 == 1
        let dimensions = data + 4
        guard isWide else {
            return ImageSize(
                width: try reader.uint16(at: dimensions, .big),
                height: try reader.uint16(at: dimensions + 2, .big)
            )
        }
        return ImageSize(
            width: Int(clamping: try reader.uint32(at: dimensions, .big)),
            height: Int(clamping: try reader.uint32(at: dimensions + 4, .big))
        )
    }

    private static func isGrid(
        _ id: Int64,
        _ infos: Box,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Bool {
        let (version, _, start) = try infos.fullBox(&reader)
        var offset = start + (version == 0 ? 2 : 4)
        while offset < infos.end {
            let entry = try Box(at: offset, in: infos, &reader)
            offset = entry.end
            guard entry.type == "infe" else { continue }
            let (version, _, content) = try entry.fullBox(&reader)
            // Only versions 2 and 3 have an item type.
            guard version >= 2 else { continue }
            let isWide = version >= 3
            let itemID =
                isWide
                ? try reader.uint32(at: content, .big) : Int64(try reader.uint16(at: content, .big))
            if itemID == id {
                return try reader.fourCC(at: content + (isWide ? 6 : 4)) == "grid"
            }
        }
        return false
    }

    /// Where the first byte of the item is in the file; `nil` if the file doesn't hold it.
    private static func dataOffset(
        ofItem id: Int64,
        in boxes: HEIFItems.Boxes,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64? {
        guard let locations = boxes.locations else { return nil }
        let layout = try Layout(of: locations, &reader)
        var remaining = layout.itemCount
        var offset = layout.firstItem
        while remaining > 0, offset < locations.end {
            let itemID = try number(at: offset, layout.idByteCount, &reader)
            var field = offset + layout.idByteCount
            var method = 0
            if layout.version > 0 {
                method = try reader.uint16(at: field, .big) & 0xF
                field += 2
            }
            field += 2
            let base = try number(at: field, layout.baseByteCount, &reader)
            field += layout.baseByteCount
            let extentCount = Int64(try reader.uint16(at: field, .big))
            field += 2
            let next = field + extentCount * layout.extentByteCount
            try locations.checkContains(next)
            if itemID == id {
                guard extentCount > 0 else { return nil }
                let inExtent = field + layout.indexByteCount
                let extent = try number(at: inExtent, layout.offsetByteCount, &reader)
                return try position(base, extent, method: method, in: boxes, at: offset)
            }
            try reader.step(from: offset, to: next)
            offset = next
            remaining -= 1
        }
        return nil
    }

    private static func position(
        _ base: Int64,
        _ extent: Int64,
        method: Int,
        in boxes: HEIFItems.Boxes,
        at source: Int64
    ) throws(SniffStop) -> Int64? {
        let origin: Int64
        switch method {
        case 0: origin = 0
        case 1:
            guard let data = boxes.data else { return nil }
            origin = data.contentOffset
        default: return nil
        }
        let (position, overflow) = (base + extent).addingReportingOverflow(origin)
        guard !overflow else {
            throw .malformed(reason: "item is past any file's end", offset: source)
        }
        return position
    }

    /// A number of 0, 4 or 8 bytes; one of no bytes is 0.
    private static func number(
        at offset: Int64,
        _ byteCount: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        switch byteCount {
        case 0: return 0
        case 2: return Int64(try reader.uint16(at: offset, .big))
        case 4: return try reader.uint32(at: offset, .big)
        default: return try reader.uint62(at: offset, .big)
        }
    }

    /// How wide the fields of an `iloc` box are, and how many items it has.
    private struct Layout {
        let version: Int
        let idByteCount: Int64
        let offsetByteCount: Int64
        let baseByteCount: Int64
        let indexByteCount: Int64
        let extentByteCount: Int64
        let itemCount: Int64
        let firstItem: Int64

        init(of box: Box, _ reader: inout HeaderReader) throws(SniffStop) {
            let (version, _, start) = try box.fullBox(&reader)
            let sizes = Int64(try reader.uint16(at: start, .big))
            self.version = version
            offsetByteCount = sizes >> 12
            let lengthByteCount = sizes >> 8 & 0xF
            baseByteCount = sizes >> 4 & 0xF
            indexByteCount = version == 0 ? 0 : sizes & 0xF
            let widths = [offsetByteCount, lengthByteCount, baseByteCount, indexByteCount]
            guard widths.allSatisfy({ $0 == 0 || $0 == 4 || $0 == 8 }) else {
                throw .malformed(reason: "impossible field width", offset: start)
            }
            extentByteCount = indexByteCount + offsetByteCount + lengthByteCount
            idByteCount = version < 2 ? 2 : 4
            if version < 2 {
                itemCount = Int64(try reader.uint16(at: start + 2, .big))
                firstItem = start + 4
            } else {
                itemCount = try reader.uint32(at: start + 2, .big)
                firstItem = start + 6
            }
        }
    }
}
