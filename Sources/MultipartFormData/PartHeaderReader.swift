/// Splits the bytes of a part's header into fields.
///
/// Source: [RFC 9112, section 5](https://www.rfc-editor.org/rfc/rfc9112#section-5), with the folded
/// lines of [RFC 5322, section 2.2.3](https://www.rfc-editor.org/rfc/rfc5322#section-2.2.3), which
/// mail software makes.
enum PartHeaderReader {
    /// Where the header can't be read: an offset in its bytes.
    struct SyntaxError: Error {
        var offset: Int
    }

    /// The fields of `header`, which ends in an empty line.
    ///
    /// Lines end in LF with or without a CR before it; a NUL or a CR elsewhere is an error.
    static func fields(of header: [UInt8]) throws(SyntaxError) -> [PartHeaders.Field] {
        var fields: [PartHeaders.Field] = []
        var start = 0
        for (end, byte) in header.enumerated() where byte == UInt8(ascii: "\n") {
            let line = withoutReturn(header[start..<end])
            start = end + 1
            guard let first = line.first else { continue }
            if FieldSyntax.isSpace(first) {
                guard let folded = fields.popLast() else { throw SyntaxError(offset: 0) }
                let value = folded.value + [UInt8(ascii: " ")] + (try value(of: line))
                fields.append(
                    PartHeaders.Field(
                        name: folded.name,
                        value: Array(FieldSyntax.trimmed(value[...]))
                    )
                )
            } else {
                fields.append(try field(of: line))
            }
        }
        return fields
    }

    private static func field(
        of line: ArraySlice<UInt8>
    ) throws(SyntaxError) -> PartHeaders.Field {
        let nameEnd = line.firstIndex { !FieldSyntax.isTokenByte($0) } ?? line.endIndex
        guard nameEnd > line.startIndex, nameEnd < line.endIndex,
            line[nameEnd] == UInt8(ascii: ":")
        else { throw SyntaxError(offset: nameEnd) }
        return PartHeaders.Field(
            name: String(decoding: line[..<nameEnd], as: UTF8.self),
            value: try value(of: line[(nameEnd + 1)...])
        )
    }

    private static func value(of bytes: ArraySlice<UInt8>) throws(SyntaxError) -> [UInt8] {
        if let offset = bytes.firstIndex(where: { !FieldSyntax.isValueByte($0) }) {
            throw SyntaxError(offset: offset)
        }
        return Array(FieldSyntax.trimmed(bytes))
    }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
