/// X bitmaps: C text that defines a width and a height.
///
/// Source: [X Window System, bitmap file format](https://www.x.org/releases/X11R7.7/doc/libX11/libX11/libX11.html#Manipulating_Bitmaps).
enum XBMFormat {
    private static let byteLimit: Int64 = 4096

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        var text = TextScanner(at: 0, byteLimit: byteLimit)
        var width: Int64?
        var height: Int64?
        while width == nil || height == nil {
            try text.skipSpace(&reader)
            guard try text.take("#define", &reader) else { throw .mismatch }
            try text.skipSpace(&reader)
            let name = try text.takeWord(&reader)
            guard let value = try text.takeDecimal(&reader) else { throw .mismatch }
            if name == "width" || name.hasSuffix("_width") { width = value }
            if name == "height" || name.hasSuffix("_height") { height = value }
        }
        guard let width, let height, width > 0, height > 0 else { throw .mismatch }
        var header = try ImageHeader.still(.xbm, pixels: width, by: height, at: 0)
        header.hasAlpha = false
        header.bitDepth = 1
        return header
    }
}
