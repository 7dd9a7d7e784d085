/// SVG: the root element's width and height, or else its view box.
///
/// A scan, not a parser: it skips the prolog (comments, instructions, a document type with its
/// internal subset), never expands an entity, and stops at the end of the root's start tag. Sizes
/// are CSS pixels, rounded to the nearest.
///
/// Source: [SVG 2](https://www.w3.org/TR/SVG2/struct.html#SVGElement), sections 5.1.2 and 8.2;
/// [CSS Values 4, section 6.2](https://www.w3.org/TR/css-values-4/#absolute-lengths).
enum SVGFormat {
    private static let byteLimit: Int64 = 64 << 10

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        var text = TextScanner(at: 0, byteLimit: byteLimit)
        // A byte order mark may come first.
        if try reader.uint8(at: 0) == 0xEF { _ = try text.take("\u{FEFF}", &reader) }
        try skipProlog(&text, &reader)
        try takeRootName(&text, &reader)
        reader.format = .svg
        var width: SVGLength?
        var height: SVGLength?
        var viewBox: ImageSize?
        while let attribute = try takeAttribute(&text, &reader) {
            switch attribute.name {
            case "width": width = SVGLength(attribute.value)
            case "height": height = SVGLength(attribute.value)
            case "viewBox": viewBox = SVGLength.viewBox(attribute.value)
            default: break
            }
        }
        return SVGLength.header(width: width, height: height, viewBox: viewBox)
    }

    private static func skipProlog(
        _ text: inout TextScanner,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        while true {
            try text.skipSpace(&reader)
            guard try text.peek(&reader) == UInt8(ascii: "<") else { throw .mismatch }
            if try text.take("<!--", &reader) {
                repeat { try text.skip(past: "-", &reader) } while try !text.take("->", &reader)
            } else if try text.take("<?", &reader) {
                try text.skip(past: ">", &reader)
            } else if try text.take("<!DOCTYPE", &reader) {
                try skipDocumentType(&text, &reader)
            } else {
                return
            }
        }
    }

    /// Moves behind a document type; its internal subset may hold any number of `>`.
    private static func skipDocumentType(
        _ text: inout TextScanner,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        var isInSubset = false
        while true {
            switch try text.next(&reader) {
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: "\""): try text.skip(past: "\"", &reader)
            case UInt8(ascii: ">") where !isInSubset: return
            default: break
            }
        }
    }

    /// Takes the name of the root, which may have a namespace prefix.
    private static func takeRootName(
        _ text: inout TextScanner,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        guard try text.take("<", &reader) else { throw .mismatch }
        var start = text.offset
        while true {
            let byte = try text.peek(&reader)
            guard !TextScanner.isSpace(byte), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/")
            else { break }
            _ = try text.next(&reader)
            if byte == UInt8(ascii: ":") { start = text.offset }
        }
        guard text.offset - start == 3, try reader.hasBytes("svg", at: start) else {
            throw .mismatch
        }
    }

    /// Takes the next attribute; `nil` at the end of the start tag.
    private static func takeAttribute(
        _ text: inout TextScanner,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> (name: String, value: String)? {
        try text.skipSpace(&reader)
        let start = text.offset
        var name: [UInt8] = []
        while true {
            let byte = try text.next(&reader)
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { return nil }
            if byte == UInt8(ascii: "=") { break }
            if !TextScanner.isSpace(byte) { name.append(byte) }
        }
        try text.skipSpace(&reader)
        let quote = try text.next(&reader)
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), !name.isEmpty else {
            throw .malformed(reason: "attribute without quotes or name", offset: start)
        }
        var value: [UInt8] = []
        while true {
            let byte = try text.next(&reader)
            if byte == quote { break }
            value.append(byte)
        }
        return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
}
