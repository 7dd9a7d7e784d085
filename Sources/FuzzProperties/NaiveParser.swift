/// A parser that has the whole body before it and follows RFC 2046's grammar line by line: no
/// state between pieces, no search, no sharing with the code that is tested.
///
/// Source: [RFC 2046, section 5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1).
enum NaiveParser {
    /// A line that ends or begins a part.
    private struct Delimiter {
        var range: Range<Int>
        var isClosing: Bool
    }

    /// A part between two delimiters: the lines of its header and its content.
    struct Part: Equatable {
        var header: [UInt8]
        var content: [UInt8]
    }

    /// The parts of `body`, or `nil` if it isn't whole or no header of a part has an end.
    static func parts(of body: [UInt8], boundary: String) -> [Part]? {
        // A delimiter at the beginning of the body has no line break before it.
        let bytes = Array("\r\n".utf8) + body
        var parts: [Part] = []
        guard var last = delimiter(in: bytes, from: 0, boundary: boundary) else { return nil }
        while !last.isClosing {
            // The line break that ends the delimiter's line, or a header's, may be the next one's.
            let start = last.range.upperBound
            guard let contentStart = contentStart(in: bytes, from: start),
                let next = delimiter(in: bytes, from: contentStart - 2, boundary: boundary)
            else { return nil }
            parts.append(
                Part(
                    header: Array(bytes[start..<contentStart]),
                    content: Array(
                        bytes[contentStart..<max(contentStart, next.range.lowerBound)]
                    )
                )
            )
            last = next
        }
        return parts
    }

    /// Whether `content` would end its part before its end.
    static func holdsDelimiter(_ content: [UInt8], boundary: String) -> Bool {
        let bytes = Array("\r\n".utf8) + content + Array("\r\n--\(boundary)\r\n".utf8)
        let first = delimiter(in: bytes, from: 0, boundary: boundary)
        return first?.range.lowerBound != content.count + 2
    }

    /// Behind the empty line that ends a header.
    private static func contentStart(in bytes: [UInt8], from start: Int) -> Int? {
        if bytes[start...].starts(with: "\r\n".utf8) { return start + 2 }
        return bytes[start...].indices.first { bytes[$0...].starts(with: "\r\n\r\n".utf8) }
            .map { $0 + 4 }
    }

    private static func delimiter(
        in bytes: [UInt8],
        from start: Int,
        boundary: String
    ) -> Delimiter? {
        let pattern = Array("\r\n--\(boundary)".utf8)
        for index in bytes[start...].indices where bytes[index...].starts(with: pattern) {
            let rest = bytes[(index + pattern.count)...]
            if rest.starts(with: "--".utf8) {
                return Delimiter(range: index..<rest.startIndex + 2, isClosing: true)
            }
            let line = rest.drop { $0 == 0x20 || $0 == 0x09 }
            if line.starts(with: "\r\n".utf8) {
                return Delimiter(range: index..<line.startIndex + 2, isClosing: false)
            }
        }
        return nil
    }
}
