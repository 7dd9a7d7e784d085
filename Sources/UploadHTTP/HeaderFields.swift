/// The header fields of a message, in order; names compare without regard to case.
public struct HeaderFields: Sendable {
    /// One line of a header.
    public struct Field: Sendable, Hashable {
        /// The name as it was written.
        public let name: String

        /// The value, without the white space around it.
        public let value: String
    }

    /// The fields in the order in which they are sent or were received.
    public internal(set) var fields: [Field] = []

    /// Creates a header without fields.
    public init() {}

    /// Adds a field behind the others, also if there is one of this name.
    ///
    /// - Parameters:
    ///   - name: A token.
    ///   - value: Any text without control characters except the tab; white space at either end is
    ///     dropped.
    /// - Throws: ``RequestError/invalidFieldName(_:)`` or
    ///   ``RequestError/invalidFieldValue(name:offset:)``; nothing is repaired silently.
    ///
    /// Source: RFC 9110, section 5.5, https://www.rfc-editor.org/rfc/rfc9110#section-5.5
    public mutating func append(
        _ name: String,
        _ value: String
    ) throws(RequestError) {
        fields.append(try Self.field(name, value))
    }

    /// Puts a field in the place of all fields of this name.
    ///
    /// - Parameters:
    ///   - name: A token.
    ///   - value: As in ``append(_:_:)``.
    /// - Throws: As ``append(_:_:)`` does; the header is unchanged then.
    public mutating func set(_ name: String, _ value: String) throws(RequestError) {
        let field = try Self.field(name, value)
        removeAll(name)
        fields.append(field)
    }

    /// Removes every field called `name`.
    public mutating func removeAll(_ name: String) {
        fields.removeAll { Self.isSame($0.name, name) }
    }

    /// Whether there is a field called `name`.
    public func contains(_ name: String) -> Bool {
        fields.contains { Self.isSame($0.name, name) }
    }

    /// The value of the first field called `name`.
    public subscript(name: String) -> String? {
        fields.first { Self.isSame($0.name, name) }?.value
    }

    /// The values of all fields called `name`, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Adds the field that a peer sent as one line; a line that is none is left out.
    ///
    /// Control characters inside of the value are kept as they came: whoever prints them escapes
    /// them.
    package mutating func append(receivedLine line: Span<UInt8>) {
        guard let colon = line.indices.first(where: { line[$0] == UInt8(ascii: ":") }) else {
            return
        }
        let name = line.extracting(..<colon)
        var value = line.extracting((colon + 1)...)
        while let last = value.last, Self.isWhitespace(last) {
            value = value.extracting(droppingLast: 1)
        }
        while value.count > 0, Self.isWhitespace(value[0]) {
            value = value.extracting(droppingFirst: 1)
        }
        guard Token.isValid(name) else { return }
        fields.append(Field(name: String(decoding: name), value: String(decoding: value)))
    }

    /// Whether two field names are the same.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        let (one, other) = (one.utf8.span, other.utf8.span)
        return one.indices.allSatisfy { one[$0].lowercasedASCII == other[$0].lowercasedASCII }
    }

    private static func field(
        _ name: String,
        _ value: String
    ) throws(RequestError) -> Field {
        guard Token.isValid(name.utf8.span) else { throw .invalidFieldName(name) }
        let bytes = value.utf8.span
        if let offset = bytes.indices.first(where: { !isAllowedInValue(bytes[$0]) }) {
            throw .invalidFieldValue(name: name, offset: offset)
        }
        return Field(name: name, value: trimmed(value))
    }

    private static func isAllowedInValue(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t")
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }

    static func trimmed(_ value: String) -> String {
        let bytes = value.utf8
        guard let first = bytes.firstIndex(where: { !isWhitespace($0) }),
            let last = bytes.lastIndex(where: { !isWhitespace($0) })
        else { return "" }
        // A slice of the text itself would end with a character, which can take the white space in.
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}

extension HeaderFields: Hashable {
    /// Whether both have the same fields, in the same order; names compare without case.
    public static func == (one: HeaderFields, other: HeaderFields) -> Bool {
        one.fields.count == other.fields.count
            && zip(one.fields, other.fields).allSatisfy {
                isSame($0.name, $1.name) && $0.value.utf8.elementsEqual($1.value.utf8)
            }
    }

    /// Feeds the values in order.
    public func hash(into hasher: inout Hasher) {
        for field in fields { hasher.combine(field.value) }
    }
}

extension HeaderFields: CustomStringConvertible {
    /// The lines, with secrets replaced and control characters escaped.
    public var description: String { Redaction.standard.lines(of: self).joined(separator: "\n") }
}
