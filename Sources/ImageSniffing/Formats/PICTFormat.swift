/// QuickDraw pictures, which stand behind 512 bytes that mean nothing.
///
/// Source: Inside Macintosh: Imaging With QuickDraw, appendix A, "Picture Opcodes".
enum PICTFormat {
    private static let start: Int64 = 512

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let frame = start + 2
        let version: Int64
        do {
            version = try reader.uint32(at: start + 10, .big)
        } catch .truncated(let offset, let count) {
            // Any bytes may stand in front, but in a short file only zeros make a picture likely.
            let isEmpty = try reader.head().first == 0
            guard isEmpty else { throw .mismatch }
            throw .truncated(offset: offset, count: count)
        }
        let isVersion2 = version == 0x0011_02FF
        guard isVersion2 || version >> 16 == 0x1101 else { throw .mismatch }
        if isVersion2 {
            guard try reader.uint16(at: start + 14, .big) == 0x0C00 else { throw .mismatch }
        }
        let top: Int16 = try reader.integer(at: frame, .big)
        let left: Int16 = try reader.integer(at: frame + 2, .big)
        let bottom: Int16 = try reader.integer(at: frame + 4, .big)
        let right: Int16 = try reader.integer(at: frame + 6, .big)
        guard bottom > top, right > left else { throw .mismatch }
        return ImageHeader(.pict, width: Int(right) - Int(left), height: Int(bottom) - Int(top))
    }
}
