internal import BodyStreaming

/// What is left out of logs, descriptions and errors.
public struct Redaction: Sendable {
    /// What stands in the place of a secret.
    public static let placeholder = "[redacted]"

    /// The fields that carry credentials.
    public static let standard = Redaction(fieldNames: [
        "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "Api-Key",
        "X-Auth-Token", "X-Csrf-Token", "X-Amz-Security-Token", "X-Goog-Api-Key",
        "Authentication-Info", "Proxy-Authentication-Info", "WWW-Authenticate",
        "Proxy-Authenticate",
    ])

    /// The names of the header fields whose values are secrets; compared without case.
    public var fieldNames: [String]

    /// Creates a redaction of the values of the fields called `fieldNames`.
    public init(fieldNames: [String]) {
        self.fieldNames = fieldNames
    }

    /// Whether the value of the field called `name` is a secret.
    public func hides(_ name: String) -> Bool {
        fieldNames.contains { HeaderFields.isSame($0, name) }
    }

    /// The fields as lines that are safe to print: secrets replaced, control characters escaped.
    public func lines(of fields: HeaderFields) -> [String] {
        fields.fields.map { field in
            let value = hides(field.name) ? Self.placeholder : DisplayText.escaped(field.value)
            return "\(DisplayText.escaped(field.name)): \(value)"
        }
    }

    /// The fields with secrets replaced.
    public func redacted(_ fields: HeaderFields) -> HeaderFields {
        guard fields.fields.contains(where: { hides($0.name) }) else { return fields }
        var result = HeaderFields()
        for field in fields.fields {
            let value = hides(field.name) ? Self.placeholder : field.value
            result.append(received: HeaderFields.Field(name: field.name, value: value))
        }
        return result
    }

    /// The text of a URL without what stands before the `@` of its authority.
    package static func withoutUserInfo(_ text: String) -> String {
        let bytes = text.utf8
        let separator = Array("//".utf8)
        guard let start = bytes.firstRange(of: separator)?.upperBound else {
            guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return text }
            return String(text[bytes.index(after: at)...])
        }
        let end =
            bytes[start...].firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0) }
            ?? text.endIndex
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return text }
        return String(text[..<start]) + String(text[bytes.index(after: at)...])
    }
}

extension HeaderFields {
    /// Adds a field as it came, without checks.
    mutating func append(received field: Field) {
        fields.append(field)
    }
}
