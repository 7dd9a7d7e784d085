/// Silicon Graphics images.
///
/// Source: [The SGI image file format](https://paulbourke.net/dataformats/sgirgb/sgiversion.html).
enum SGIFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let storage = try reader.uint8(at: 2)
        let byteDepth = try reader.uint8(at: 3)
        let dimensionCount = try reader.uint16(at: 4, .big)
        guard storage <= 1, 1...2 ~= byteDepth, 1...3 ~= dimensionCount else { throw .mismatch }
        let width = try reader.uint16(at: 6, .big)
        let height = dimensionCount == 1 ? 1 : try reader.uint16(at: 8, .big)
        let channelCount = dimensionCount < 3 ? 1 : try reader.uint16(at: 10, .big)
        reader.format = .sgi
        var header = try ImageHeader.still(.sgi, pixels: Int64(width), by: Int64(height), at: 6)
        header.hasAlpha = channelCount == 2 || channelCount >= 4
        header.bitDepth = byteDepth * 8
        return header
    }
}
