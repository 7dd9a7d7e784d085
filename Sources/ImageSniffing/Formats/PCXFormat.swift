/// PC Paintbrush, and DCX, which is a collection of such pictures.
///
/// Source: [ZSoft PCX file format](https://www.fileformat.info/format/pcx/spec/).
enum PCXFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        try read(at: 0, .pcx, &reader)
    }

    static func readCollection(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let offset = try reader.uint32(at: 4, .little)
        do {
            var header = try read(at: offset, .dcx, &reader)
            try reader.readOptionalFacts { reader throws(SniffStop) in
                header.frameCount = try pageCount(&reader)
            }
            return header
        } catch .mismatch {
            throw .malformed(reason: "the first page is no PCX picture", offset: offset)
        }
    }

    /// Counts the pages of a collection: a list of at most 1024 offsets that a zero ends.
    private static func pageCount(_ reader: inout HeaderReader) throws(SniffStop) -> Int {
        for index in 0..<1024 where try reader.uint32(at: 4 + Int64(index) * 4, .little) == 0 {
            return index
        }
        return 1024
    }

    private static func read(
        at offset: Int64,
        _ format: ImageFormat,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        let manufacturer = try reader.uint8(at: offset)
        let version = try reader.uint8(at: offset + 1)
        let encoding = try reader.uint8(at: offset + 2)
        let bitDepth = try reader.uint8(at: offset + 3)
        guard manufacturer == 10, version <= 5, version != 1, encoding <= 1,
            bitDepth == 1 || bitDepth == 2 || bitDepth == 4 || bitDepth == 8
        else { throw .mismatch }
        let left = try reader.uint16(at: offset + 4, .little)
        let top = try reader.uint16(at: offset + 6, .little)
        let right = try reader.uint16(at: offset + 8, .little)
        let bottom = try reader.uint16(at: offset + 10, .little)
        let reserved = try reader.uint8(at: offset + 64)
        let planeCount = try reader.uint8(at: offset + 65)
        guard right >= left, bottom >= top, reserved == 0, 1...4 ~= planeCount else {
            throw .mismatch
        }
        var header = ImageHeader(format, width: right - left + 1, height: bottom - top + 1)
        header.bitDepth = bitDepth
        header.hasAlpha = planeCount == 4 && bitDepth == 8
        header.isAnimated = false
        if format == .pcx { header.frameCount = 1 }
        return header
    }
}
