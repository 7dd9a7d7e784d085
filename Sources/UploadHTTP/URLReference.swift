/// The parts of a URL or a relative reference, cut apart but not checked.
///
/// Source: RFC 3986, appendix B, https://www.rfc-editor.org/rfc/rfc3986#appendix-B
struct URLReference {
    /// What stands before the `:`, if it is a scheme by its characters.
    var scheme: ArraySlice<UInt8>?
    /// What stands behind `//`.
    var authority: ArraySlice<UInt8>?
    /// What is left before `?` and `#`.
    var path: ArraySlice<UInt8>
    /// What stands behind `?`.
    var query: ArraySlice<UInt8>?

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[(mark + 1)...]
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon]
            rest = rest[(colon + 1)...]
        }
        if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        }
        path = rest
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { byte in
            isLetter(byte) || byte.decimalDigit != nil || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        let small = byte.lowercasedASCII
        return small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z")
    }
}
