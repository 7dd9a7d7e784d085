/// Autodesk animations: FLI and FLC.
///
/// Source: [The FLIC file format](https://www.compuphase.com/flic.htm).
enum FLICFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let byteCount = try reader.uint32(at: 0, .little)
        let frameCount = try reader.uint16(at: 6, .little)
        let width = try reader.uint16(at: 8, .little)
        let height = try reader.uint16(at: 10, .little)
        let depth = try reader.uint16(at: 12, .little)
        guard byteCount >= 128, width > 0, height > 0, depth <= 32 else { throw .mismatch }
        var header = ImageHeader(.flic, width: width, height: height)
        header.frameCount = frameCount
        header.isAnimated = frameCount > 1
        header.hasAlpha = false
        return header
    }
}
