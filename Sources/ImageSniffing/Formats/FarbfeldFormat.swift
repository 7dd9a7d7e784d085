/// farbfeld, which is always RGBA with 16 bits.
///
/// Source: [farbfeld](https://tools.suckless.org/farbfeld/).
enum FarbfeldFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let width = try reader.uint32(at: 8, .big)
        let height = try reader.uint32(at: 12, .big)
        var header = try ImageHeader.still(.farbfeld, pixels: width, by: height, at: 8)
        header.hasAlpha = true
        header.bitDepth = 16
        return header
    }
}
