/// JPEG 2000: the bare codestream, and JP2, JPX and JPH files.
///
/// Source: ISO/IEC 15444-1, annexes I.5.3 (`jp2h`, `ihdr`, `cdef`) and A.5.1 (SIZ).
enum JPEG2000Format {
    static func readContainer(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        var format = ImageFormat.jpeg2000
        var offset: Int64 = 12
        while true {
            let box = try Box(atTopLevel: offset, &reader)
            switch box.type {
            case "ftyp":
                switch try reader.fourCC(at: box.contentOffset) {
                case "jpx ": format = .jpx
                case "jph ": format = .jph
                default: break
                }
                reader.format = format
            case "jp2h":
                return try readHeaderBox(box, format, &reader)
            case "jp2c":
                return try readCodestream(at: box.contentOffset, format, &reader)
            default:
                break
            }
            guard !box.reachesToEnd else {
                throw .malformed(reason: "no image header up to the last box", offset: offset)
            }
            offset = box.end
        }
    }

    private static func readHeaderBox(
        _ box: Box,
        _ format: ImageFormat,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        guard let ihdr = try box.child("ihdr", &reader) else {
            throw .malformed(reason: "no image header box", offset: box.offset)
        }
        try ihdr.checkContains(ihdr.contentOffset + 14)
        var header = try ImageHeader.still(
            format,
            pixels: try reader.uint32(at: ihdr.contentOffset + 4, .big),
            by: try reader.uint32(at: ihdr.contentOffset, .big),
            at: ihdr.contentOffset
        )
        let depth = try reader.uint8(at: ihdr.contentOffset + 10)
        // 255: the components differ.
        if depth != 255 { header.bitDepth = depth & 0x7F + 1 }
        try reader.readOptionalFacts { reader throws(SniffStop) in
            header.hasAlpha = false
            if let definitions = try box.child("cdef", &reader) {
                header.hasAlpha = try hasOpacity(definitions, &reader)
            }
        }
        return header
    }

    private static func hasOpacity(
        _ definitions: Box,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Bool {
        let count = Int64(try reader.uint16(at: definitions.contentOffset, .big))
        let first = definitions.contentOffset + 2
        try definitions.checkContains(first + count * 6)
        for index in 0..<count {
            let type = try reader.uint16(at: first + index * 6 + 2, .big)
            if type == 1 || type == 2 { return true }
            try reader.step(from: first + index * 6, to: first + index * 6 + 6)
        }
        return false
    }

    static func readCodestream(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        try readCodestream(at: 0, .jpeg2000Codestream, &reader)
    }

    private static func readCodestream(
        at offset: Int64,
        _ format: ImageFormat,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        guard try reader.uint32(at: offset, .big) == 0xFF4F_FF51 else {
            throw .malformed(reason: "no SIZ segment at the codestream's start", offset: offset)
        }
        let area = offset + 8
        var header = try ImageHeader.still(
            format,
            pixels: try reader.uint32(at: area, .big) - reader.uint32(at: area + 8, .big),
            by: try reader.uint32(at: area + 4, .big) - reader.uint32(at: area + 12, .big),
            at: area
        )
        try reader.readOptionalFacts { reader throws(SniffStop) in
            header.bitDepth = try reader.uint8(at: offset + 42) & 0x7F + 1
        }
        return header
    }
}
