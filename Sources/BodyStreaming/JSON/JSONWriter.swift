/// Writes JSON text, members in the order in which they are given, without building a tree of it.
///
/// Source: RFC 8259, https://www.rfc-editor.org/rfc/rfc8259
package struct JSONWriter: Sendable {
    /// The text so far.
    package private(set) var bytes: [UInt8]

    private var needsComma = false

    /// Creates a writer whose first value goes behind `bytes`, without a comma.
    package init(appendingTo bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    /// The text of one object; `members` writes what is in it.
    package static func object(_ members: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.object(members)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    // MARK: Values

    /// Writes an object; `members` writes what is in it.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        open("{")
        members(&self)
        close("}")
    }

    /// Writes an array; `elements` writes what is in it.
    package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open("[")
        elements(&self)
        close("]")
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
    /// may be looked at on a terminal, and so are the separators of lines and paragraphs.
    package mutating func string(_ value: String) {
        quoted { bytes in
            if value.utf8.allSatisfy(Self.isPlain) {
                bytes.append(contentsOf: value.utf8)
            } else {
                Self.appendEscaped(value, to: &bytes)
            }
        }
    }

    /// Writes a string of what `append` appends, in which nothing has to be escaped.
    package mutating func quoted(_ append: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    package mutating func integer(_ value: Int64) {
        json(String(value))
    }

    /// Writes a number; one that JSON can't write becomes `null`.
    package mutating func number(_ value: Double) {
        json(value.isFinite ? "\(value)" : "null")
    }

    /// Writes a number of seconds, to the millisecond.
    package mutating func seconds(_ value: Duration) {
        let milliseconds = max(0, Int64(min(value / .milliseconds(1), 1e15)))
        let decimals = String(milliseconds % 1000 + 1000).dropFirst()
        json("\(milliseconds / 1000).\(decimals)")
    }

    /// Writes `true` or `false`.
    package mutating func boolean(_ value: Bool) {
        json(value ? "true" : "false")
    }

    /// Writes `null`.
    package mutating func null() {
        json("null")
    }

    /// Writes a value that is JSON text already, as it is.
    package mutating func json(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    /// Ends the line.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    // MARK: Tokens

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

    private static func appendEscaped(_ value: String, to bytes: inout [UInt8]) {
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": bytes.append(contentsOf: "\\\"".utf8)
            case "\\": bytes.append(contentsOf: "\\\\".utf8)
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case "\r": bytes.append(contentsOf: "\\r".utf8)
            case "\t": bytes.append(contentsOf: "\\t".utf8)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}",
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
