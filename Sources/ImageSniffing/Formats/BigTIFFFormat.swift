/// BigTIFF: TIFF with offsets and counts of eight bytes.
///
/// Source: [BigTIFF](https://www.awaresystems.be/imaging/tiff/bigtiff.html).
enum BigTIFFFormat {
    static func readLittleEndian(
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        try read(.little, &reader)
    }

    static func readBigEndian(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        try read(.big, &reader)
    }

    private static func read(
        _ order: ByteOrder,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        guard try reader.uint16(at: 4, order) == 8, try reader.uint16(at: 6, order) == 0 else {
            throw .malformed(reason: "offsets don't have eight bytes", offset: 4)
        }
        let wide = TIFFBlock(fileWithDirectoryAt: 0, order: order, isBig: true)
        let block = TIFFBlock(
            fileWithDirectoryAt: try wide.wideInteger(at: 8, &reader),
            order: order,
            isBig: true
        )
        return try TIFFFormat.read(block, &reader)
    }
}
