/// X pixmaps: C text whose first string is the size.
///
/// Source: [XPM manual, chapter 2](https://www.xfree86.org/current/xpm.pdf).
enum XPMFormat {
    private static let byteLimit: Int64 = 4096

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        var text = TextScanner(at: 0, byteLimit: byteLimit)
        try text.skip(past: "\"", &reader)
        guard let width = try text.takeDecimal(&reader),
            let height = try text.takeDecimal(&reader)
        else { throw .malformed(reason: "no size in the first string", offset: text.offset) }
        return try .still(.xpm, pixels: width, by: height, at: text.offset)
    }
}
