/// BMP with every header from OS/2's core to version 5, bottom-up and top-down; and the headers
/// alone, as the clipboard has them.
///
/// Source: [Microsoft, bitmap header types](https://learn.microsoft.com/windows/win32/gdi/bitmap-header-types).
enum BMPFormat {
    private static let coreHeaderByteCount: Int64 = 12

    private static let fileHeaderByteCount: Int64 = 14

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let headerByteCount = try reader.uint32(at: fileHeaderByteCount, .little)
        switch headerByteCount {
        case coreHeaderByteCount:
            return try readCore(&reader)
        case 16, 24, 40, 48, 52, 56, 64, 108, 124:
            return try readInfo(at: fileHeaderByteCount, byteCount: headerByteCount, &reader)
        default:
            // Two letters prove nothing: text may begin with them.
            throw .mismatch
        }
    }

    /// Reads a version 3 header without a file header before it.
    static func readWithoutFileHeader(
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        let planeCount = try reader.uint16(at: 12, .little)
        let bitsPerPixel = try reader.uint16(at: 14, .little)
        let compression = try reader.uint32(at: 16, .little)
        guard planeCount == 1, compression <= 6,
            [1, 4, 8, 16, 24, 32].contains(bitsPerPixel)
        else { throw .mismatch }
        return try readInfo(at: 0, byteCount: 40, &reader)
    }

    private static func readCore(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let width = try reader.uint16(at: 18, .little)
        let height = try reader.uint16(at: 20, .little)
        reader.format = .bmp
        var header = try ImageHeader.still(.bmp, pixels: Int64(width), by: Int64(height), at: 18)
        try reader.readOptionalFacts { reader throws(SniffStop) in
            header.bitDepth = bitDepth(ofPixel: try reader.uint16(at: 24, .little))
            header.hasAlpha = false
        }
        return header
    }

    private static func readInfo(
        at offset: Int64,
        byteCount: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        let width: Int32 = try reader.integer(at: offset + 4, .little)
        let height: Int32 = try reader.integer(at: offset + 8, .little)
        reader.format = .bmp
        // A negative height means that the first row stored is the top one.
        var header = try ImageHeader.still(
            .bmp,
            pixels: Int64(width),
            by: Int64(height.magnitude),
            at: offset + 4
        )
        try reader.readOptionalFacts { reader throws(SniffStop) in
            let bitsPerPixel = try reader.uint16(at: offset + 14, .little)
            header.bitDepth = bitDepth(ofPixel: bitsPerPixel)
            if bitsPerPixel < 16 || bitsPerPixel == 24 { header.hasAlpha = false }
            if byteCount >= 56, bitsPerPixel == 16 || bitsPerPixel == 32 {
                header.hasAlpha = try reader.uint32(at: offset + 52, .little) != 0
            }
        }
        return header
    }

    /// The bits of a sample, for pixels whose channels are alike; a palette's pixel is one sample.
    private static func bitDepth(ofPixel bits: Int) -> Int? {
        switch bits {
        case 1...8: bits
        case 24, 32: 8
        case 64: 16
        default: nil
        }
    }
}
