/// The primary item of a `meta` box.
enum HEIFItems {
    static func read(
        _ meta: Box,
        _ format: ImageFormat,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        let boxes = try Boxes(of: meta, &reader)
        guard let primaryBox = boxes.primaryItem, let propertiesBox = boxes.properties else {
            throw .malformed(reason: "no primary item or no properties", offset: meta.offset)
        }
        let primary = try itemID(inPrimaryItem: primaryBox, &reader)
        var properties = HEIFProperties()
        try properties.read(ofItem: primary, in: propertiesBox, &reader)
        if properties.size == nil {
            properties.size = try HEIFGrid.size(ofItem: primary, in: boxes, &reader)
        }
        guard let size = properties.size else {
            throw .malformed(reason: "the primary item has no size", offset: propertiesBox.offset)
        }
        var header = try ImageHeader.still(
            format,
            pixels: Int64(size.width),
            by: Int64(size.height),
            at: propertiesBox.offset
        )
        header.orientation = properties.orientation
        header.cleanAperture = properties.cleanAperture
        header.bitDepth = properties.bitDepth
        try reader.readOptionalFacts { reader throws(SniffStop) in
            header.hasAlpha = try hasAlpha(primary, boxes, propertiesBox, format, &reader)
        }
        return header
    }

    private static func itemID(
        inPrimaryItem box: Box,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        let (version, _, offset) = try box.fullBox(&reader)
        try box.checkContains(offset + (version == 0 ? 2 : 4))
        return version == 0
            ? Int64(try reader.uint16(at: offset, .big))
            : try reader.uint32(at: offset, .big)
    }

    /// Whether an auxiliary image of the primary item is its alpha plane.
    ///
    /// Items without a plane of their own may have alpha in the coding, so only the codings that
    /// can't have are answered with "no".
    private static func hasAlpha(
        _ primary: Int64,
        _ boxes: Boxes,
        _ propertiesBox: Box,
        _ format: ImageFormat,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Bool? {
        let hasNone: Bool? = format == .heif ? nil : false
        guard let references = boxes.references else { return hasNone }
        let (version, _, start) = try references.fullBox(&reader)
        let idByteCount: Int64 = version == 0 ? 2 : 4
        var offset = start
        while offset < references.end {
            let reference = try Box(at: offset, in: references, &reader)
            offset = reference.end
            guard reference.type == "auxl" else { continue }
            let count = try reader.uint16(at: reference.contentOffset + idByteCount, .big)
            var target = reference.contentOffset + idByteCount + 2
            try reference.checkContains(target + Int64(count) * idByteCount)
            while target < reference.end {
                if try id(at: target, idByteCount, &reader) == primary {
                    let auxiliary = try id(at: reference.contentOffset, idByteCount, &reader)
                    var properties = HEIFProperties()
                    try properties.read(ofItem: auxiliary, in: propertiesBox, &reader)
                    if properties.isAlphaPlane { return true }
                    break
                }
                try reader.step(from: target, to: target + idByteCount)
                target += idByteCount
            }
        }
        return hasNone
    }

    private static func id(
        at offset: Int64,
        _ byteCount: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        byteCount == 2
            ? Int64(try reader.uint16(at: offset, .big)) : try reader.uint32(at: offset, .big)
    }
}

extension HEIFItems {
    /// The boxes of a `meta` box that lead to the size, in whatever order they stand.
    struct Boxes {
        var primaryItem: Box?
        var properties: Box?
        var references: Box?
        var infos: Box?
        var locations: Box?
        var data: Box?

        init(of meta: Box, _ reader: inout HeaderReader) throws(SniffStop) {
            var offset = try meta.fullBox(&reader).offset
            while offset < meta.end {
                let box: Box
                do {
                    box = try Box(at: offset, in: meta, &reader)
                } catch .truncated(_, _) where meta.reachesToEnd && reader.isEnd(offset) {
                    return
                }
                switch box.type {
                case "pitm": primaryItem = primaryItem ?? box
                case "iprp": properties = properties ?? box
                case "iref": references = references ?? box
                case "iinf": infos = infos ?? box
                case "iloc": locations = locations ?? box
                case "idat": data = data ?? box
                default: break
                }
                offset = box.end
            }
        }
    }
}
