/// Better Portable Graphics.
///
/// Source: [BPG specification](https://bellard.org/bpg/bpg_spec.txt), section 3.1.
enum BPGFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let fields = try reader.uint8(at: 4)
        let flags = try reader.uint8(at: 5)
        var offset: Int64 = 6
        let width = try number(at: &offset, &reader)
        let height = try number(at: &offset, &reader)
        var header = try ImageHeader(.bpg, pixels: width, by: height, at: 6)
        header.bitDepth = fields & 0xF + 8
        header.hasAlpha = fields & 0x10 != 0 || flags & 0x04 != 0
        header.isAnimated = flags & 0x01 != 0
        return header
    }

    /// A number of seven bits a byte, the most significant first; the top bit says "go on".
    private static func number(
        at offset: inout Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        var value: Int64 = 0
        for _ in 0..<5 {
            let byte = try reader.uint8(at: offset)
            offset += 1
            value = value << 7 | Int64(byte & 0x7F)
            if byte & 0x80 == 0 { return value }
        }
        throw .malformed(reason: "number has more than 32 bits", offset: offset)
    }
}
