/// A field value of the form `token; name=value; name="value"`.
///
/// Source: [RFC 9110, section 5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6).
struct ParameterList {
    /// What stands before the first semicolon, in lower case.
    let type: String

    /// The parameters in their order; names are in lower case, values without quotes and escapes.
    private(set) var parameters: [(name: String, value: [UInt8])] = []

    /// Where a value can't be read: an offset in its bytes.
    struct SyntaxError: Error {
        var offset: Int
    }

    /// Reads `bytes`; `escapes` says what is undone between quotes.
    ///
    /// Names that occur twice are kept. A value without quotes is a token, or bytes above 7F.
    init(_ bytes: [UInt8], escapes: ParameterEscapes) throws(SyntaxError) {
        switch escapes {
        case .percent: try self.init(bytes, undoesBackslashes: false)
        case .backslash: try self.init(bytes, undoesBackslashes: true)
        case .automatic:
            do throws(SyntaxError) {
                try self.init(bytes, undoesBackslashes: false)
            } catch {
                try self.init(bytes, undoesBackslashes: true)
            }
        }
    }

    private init(_ bytes: [UInt8], undoesBackslashes: Bool) throws(SyntaxError) {
        var reader = Reader(bytes: bytes, undoesBackslashes: undoesBackslashes)
        type = try reader.type()
        while let parameter = try reader.nextParameter() { parameters.append(parameter) }
    }

    /// The value of the parameter `name`, which is in lower case; the first, if there are more.
    func first(_ name: String) -> [UInt8]? {
        parameters.first { $0.name == name }?.value
    }

    /// The first name that an earlier parameter has too.
    var duplicate: String? {
        var seen: Set<String> = []
        return parameters.first { !seen.insert($0.name).inserted }?.name
    }
}

/// Reads the bytes of a parameter list from left to right.
private struct Reader {
    let bytes: [UInt8]
    let undoesBackslashes: Bool
    var offset = 0

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private var failure: ParameterList.SyntaxError { ParameterList.SyntaxError(offset: offset) }

    mutating func type() throws(ParameterList.SyntaxError) -> String {
        skipSpaces()
        var type = try token()
        if byte == UInt8(ascii: "/") {
            offset += 1
            type += "/" + (try token())
        }
        return type
    }

    /// The next parameter, or `nil` at the end.
    mutating func nextParameter() throws(ParameterList.SyntaxError) -> (
        name: String, value: [UInt8]
    )? {
        skipSpaces()
        guard byte != nil else { return nil }
        while byte == UInt8(ascii: ";") {
            offset += 1
            skipSpaces()
            guard let next = byte else { return nil }
            guard next != UInt8(ascii: ";") else { continue }
            let name = try token()
            guard byte == UInt8(ascii: "=") else { throw failure }
            offset += 1
            return (name, byte == UInt8(ascii: "\"") ? try quotedString() : try plainValue())
        }
        throw failure
    }

    private mutating func skipSpaces() {
        while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { offset += 1 }
    }

    private mutating func token() throws(ParameterList.SyntaxError) -> String {
        let start = offset
        while let next = byte, FieldSyntax.isTokenByte(next) { offset += 1 }
        guard offset > start else { throw failure }
        return String(decoding: bytes[start..<offset], as: UTF8.self).lowercased()
    }

    private mutating func plainValue() throws(ParameterList.SyntaxError) -> [UInt8] {
        let start = offset
        while let next = byte, FieldSyntax.isTokenByte(next) || next >= 0x80 { offset += 1 }
        guard offset > start else { throw failure }
        return Array(bytes[start..<offset])
    }

    private mutating func quotedString() throws(ParameterList.SyntaxError) -> [UInt8] {
        offset += 1
        var value: [UInt8] = []
        while let next = byte {
            if next == UInt8(ascii: "\"") {
                offset += 1
                return value
            }
            let (escaped, byteCount) = escape() ?? (next, 1)
            value.append(escaped)
            offset += byteCount
        }
        throw failure
    }

    /// What the escape at the offset stands for, and how many bytes it has.
    private func escape() -> (UInt8, Int)? {
        guard byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") else { return nil }
        let rest = bytes[offset...]
        if rest.starts(with: "%0D".utf8) { return (UInt8(ascii: "\r"), 3) }
        if rest.starts(with: "%0A".utf8) { return (UInt8(ascii: "\n"), 3) }
        if undoesBackslashes {
            if rest.starts(with: #"\""#.utf8) { return (UInt8(ascii: "\""), 2) }
            if rest.starts(with: #"\\"#.utf8) { return (UInt8(ascii: "\\"), 2) }
        } else if rest.starts(with: "%22".utf8) {
            return (UInt8(ascii: "\""), 3)
        }
        return nil
    }
}
