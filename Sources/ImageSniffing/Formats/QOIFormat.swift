/// The Quite OK Image Format.
///
/// Source: [QOI 1.0](https://qoiformat.org/qoi-specification.pdf).
enum QOIFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let width = try reader.uint32(at: 4, .big)
        let height = try reader.uint32(at: 8, .big)
        let channelCount = try reader.uint8(at: 12)
        var header = try ImageHeader.still(.qoi, pixels: width, by: height, at: 4)
        header.hasAlpha = channelCount == 4
        header.bitDepth = 8
        return header
    }
}
