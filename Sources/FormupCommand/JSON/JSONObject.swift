/// A JSON object whose members keep their order.
///
/// The command's lines have a documented order of keys, which a coder that sorts or hashes them
/// would lose, and a line is written without first building a tree of values.
package struct JSONObject: Sendable {
    private var text = "{"

    /// Creates an object without members.
    package init() {}

    /// The object as JSON text, on one line.
    package var description: String { text + "}" }

    /// Appends a text; `nil` leaves the member out.
    package mutating func set(_ key: String, _ value: String?) {
        guard let value else { return }
        begin(key)
        Self.append(value, to: &text)
    }

    /// Appends a whole number; `nil` leaves the member out.
    package mutating func set(_ key: String, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        begin(key)
        text += String(value)
    }

    /// Appends a truth value.
    package mutating func set(_ key: String, _ value: Bool) {
        begin(key)
        text += value ? "true" : "false"
    }

    /// Appends an object; `nil` leaves the member out.
    package mutating func set(_ key: String, _ value: JSONObject?) {
        guard let value else { return }
        begin(key)
        text += value.description
    }

    /// Appends a list of texts.
    package mutating func set(_ key: String, _ values: [String]) {
        begin(key)
        text += "["
        for (index, value) in values.enumerated() {
            if index > 0 { text += "," }
            Self.append(value, to: &text)
        }
        text += "]"
    }

    /// Appends `null`.
    package mutating func setNull(_ key: String) {
        begin(key)
        text += "null"
    }

    /// Appends a duration as seconds with three decimals.
    package mutating func set(_ key: String, _ value: Duration) {
        begin(key)
        let milliseconds = max(value / .milliseconds(1), 0).rounded()
        let count = Int64(min(milliseconds, 1e15))
        let decimals = String(count % 1000 + 1000).dropFirst()
        text += "\(count / 1000).\(decimals)"
    }

    private mutating func begin(_ key: String) {
        if text.utf8.count > 1 { text += "," }
        Self.append(key, to: &text)
        text += ":"
    }

    /// Appends `value` between quotes.
    ///
    /// Control characters are escaped, those of C1 and the bidirectional ones too: the line may be
    /// read on a terminal.
    private static func append(_ value: String, to text: inout String) {
        text += "\""
        if value.utf8.allSatisfy(isPlain) {
            text += value + "\""
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// Whether an ASCII byte stands for itself in a text.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
