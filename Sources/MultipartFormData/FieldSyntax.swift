/// The characters that a field of a part's header may hold.
package enum FieldSyntax {
    /// Whether `byte` may stand in a token, for example in a field name.
    ///
    /// Source: [RFC 9110, section 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
    package static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    /// Whether `byte` may stand in a field value: CR, LF and NUL end the field, or the whole
    /// header, for one reader or another.
    ///
    /// Source: [RFC 9110, section 5.5](https://www.rfc-editor.org/rfc/rfc9110#section-5.5).
    package static func isValueByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0: false
        default: true
        }
    }

    /// `value` without the spaces and tabs at its ends.
    package static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? value.startIndex
        return value[..<end].drop(while: isSpace)
    }

    /// Whether `byte` is a space or a tab.
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
