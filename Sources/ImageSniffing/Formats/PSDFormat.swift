/// Photoshop documents, and large ones (PSB).
///
/// Source: [Adobe Photoshop file formats](https://www.adobe.com/devnet-apps/photoshop/fileformatashtml/), file header section.
enum PSDFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let isLarge = try reader.uint16(at: 4, .big) == 2
        let height = try reader.uint32(at: 14, .big)
        let width = try reader.uint32(at: 18, .big)
        let format: ImageFormat = isLarge ? .psb : .psd
        reader.format = format
        var header = try ImageHeader(format, pixels: width, by: height, at: 14)
        header.bitDepth = try? reader.uint16(at: 22, .big)
        header.isAnimated = false
        return header
    }
}
