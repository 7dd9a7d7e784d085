/// A field of a part's header that the caller adds, for example `Content-Encoding: gzip` or
/// `X-Checksum: …`.
///
/// Laying out the form fails if the name isn't a token, if the value holds CR, LF or NUL, or if
/// the field is a ``ReservedField``; nothing is repaired. RFC 7578, section 4.8, lets receivers
/// ignore such fields.
public struct PartHeaderField: Sendable {
    /// The field's name, as it is written.
    public var name: String

    /// The field's value, as it is written.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// - Throws: A ``MultipartError`` that names the field and `part`, the index of its part.
    func validate(part: Int) throws(MultipartError) {
        let bad = name.utf8.enumerated().first { !FieldSyntax.isTokenByte($0.element) }
        if bad != nil || name.isEmpty {
            throw .invalidFieldName(name, part: part, offset: bad?.offset ?? 0)
        }
        if let field = ReservedField(fieldName: name) {
            throw .reservedField(field, part: part)
        }
        try Self.validateValue(value, of: name, part: part)
    }

    /// - Throws: ``MultipartError/invalidFieldValue(fieldName:part:offset:byte:)``.
    static func validateValue(
        _ value: String,
        of name: String,
        part: Int
    ) throws(MultipartError) {
        let bytes = value.utf8.span
        for offset in bytes.indices where !FieldSyntax.isValueByte(bytes[offset]) {
            let byte = bytes[offset]
            throw .invalidFieldValue(fieldName: name, part: part, offset: offset, byte: byte)
        }
    }
}
