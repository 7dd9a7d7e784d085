/// Whether bytes are a JSON text, by the grammar of RFC 8259 read rule by rule, of values nested no
/// deeper than 100.
///
/// Source: [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259).
struct NaiveJSON {
    private var rest: ArraySlice<UInt8>

    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var json = NaiveJSON(rest: bytes[...])
        return json.value(depth: 0) && json.rest.isEmpty
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func skipSpaces() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    /// ws value ws
    private mutating func value(depth: Int) -> Bool {
        guard depth <= 100 else { return false }
        skipSpaces()
        defer { skipSpaces() }
        if take("{") {
            return list(until: "}") { json in
                json.skipSpaces()
                guard json.string() else { return false }
                json.skipSpaces()
                return json.take(":") && json.value(depth: depth + 1)
            }
        }
        if take("[") { return list(until: "]") { $0.value(depth: depth + 1) } }
        if rest.first == UInt8(ascii: "\"") { return string() }
        return take("true") || take("false") || take("null") || number()
    }

    private mutating func list(
        until end: String,
        _ element: (inout NaiveJSON) -> Bool
    ) -> Bool {
        skipSpaces()
        if take(end) { return true }
        repeat {
            guard element(&self) else { return false }
            skipSpaces()
        } while take(",")
        return take(end)
    }

    private mutating func number() -> Bool {
        _ = take("-")
        guard take("0") || digits() else { return false }
        if take("."), !digits() { return false }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            return digits()
        }
        return true
    }

    private mutating func digits() -> Bool {
        let count = rest.prefix { (0x30...0x39).contains($0) }.count
        rest = rest.dropFirst(count)
        return count > 0
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let byte = rest.popFirst() {
            switch byte {
            case 0x22: return true
            case 0..<0x20: return false
            case 0x5C: guard escape() else { return false }
            default: continue
            }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let byte = rest.popFirst() else { return false }
        guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
        guard let unit = codeUnit() else { return false }
        // A half of a surrogate pair alone has no meaning, and no UTF-8.
        guard (0xD800...0xDFFF).contains(unit) else { return true }
        guard unit < 0xDC00, take("\\u"), let second = codeUnit() else { return false }
        return (0xDC00...0xDFFF).contains(second)
    }

    private mutating func codeUnit() -> Int? {
        var unit = 0
        for _ in 0..<4 {
            guard let digit = rest.popFirst().flatMap(Self.hexDigit) else { return nil }
            unit = unit * 16 + digit
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x41 + 10
        case 0x61...0x66: Int(byte) - 0x61 + 10
        default: nil
        }
    }
}
