/// Writes one JSON text, members in the order in which they are given.
package struct JSONWriter: Sendable {
    /// The text so far.
    package private(set) var bytes: [UInt8] = []

    private var needsComma = false

    /// Creates an empty text.
    package init() {}

    /// Writes an object; `members` writes what is in it.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        open("{")
        members(&self)
        close("}")
    }

    /// Writes the key of a member; its value has to follow.
    package mutating func key(_ key: String) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    ///
    /// Control characters are escaped, those of C1 and the bidirectional ones too, since the text
    /// may be looked at on a terminal.
    package mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if value.utf8.allSatisfy(Self.isPlain) {
            bytes.append(contentsOf: value.utf8)
        } else {
            appendEscaped(value)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    package mutating func integer(_ value: Int64) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes a number of seconds, to the millisecond.
    package mutating func seconds(_ value: Duration) {
        separate()
        let milliseconds = max(0, Int64(min(value / .milliseconds(1), 1e15)))
        let decimals = String(milliseconds % 1000 + 1000).dropFirst()
        bytes.append(contentsOf: "\(milliseconds / 1000).\(decimals)".utf8)
    }

    /// Writes `true` or `false`.
    package mutating func boolean(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes an array of strings.
    package mutating func strings(_ values: [String]) {
        open("[")
        for value in values { string(value) }
        close("]")
    }

    /// Writes the digits of a key as a string.
    package mutating func itemKey(_ key: ItemKey) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        key.appendDigits(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Ends the line.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func appendEscaped(_ value: String) {
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": bytes.append(contentsOf: "\\\"".utf8)
            case "\\": bytes.append(contentsOf: "\\\\".utf8)
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case "\r": bytes.append(contentsOf: "\\r".utf8)
            case "\t": bytes.append(contentsOf: "\\t".utf8)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                let digits = String(scalar.value, radix: 16)
                bytes.append(contentsOf: "\\u".utf8)
                bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.count))
                bytes.append(contentsOf: digits.utf8)
            default: bytes.append(contentsOf: scalar.utf8)
            }
        }
    }

    /// Whether a byte stands for itself and has not to be looked at together with others.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
