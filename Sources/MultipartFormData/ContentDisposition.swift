/// The `Content-Disposition` field of a form's part.
///
/// Dispositions are equal if their names have the same bytes: names that look the same but are
/// composed of other Unicode scalars are different names.
///
/// Source: [RFC 7578, section 4.2](https://www.rfc-editor.org/rfc/rfc7578#section-4.2).
public struct ContentDisposition: Sendable {
    /// The name of the form's field.
    public var name: String

    /// The name of the file: `nil` for a part that is no file, empty for a file without a name.
    public var filename: String?

    /// Creates the disposition of the field `name`.
    public init(name: String, filename: String? = nil) {
        self.name = name
        self.filename = filename
    }

    /// The field's value, for example `form-data; name="photo"; filename="a.png"`.
    ///
    /// A NUL in a name is written as it is; no form with one is laid out.
    public func fieldValue(dialect: FormDialect = .whatwg) -> String {
        var bytes: [UInt8] = []
        appendFieldValue(to: &bytes, dialect: dialect)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the bytes of the field's value to `output`.
    package func appendFieldValue(to output: inout [UInt8], dialect: FormDialect) {
        Self.appendFieldValue(
            name: name.utf8,
            filename: filename?.utf8,
            to: &output,
            dialect: dialect
        )
    }

    /// Appends the value of a field with the names of these bytes.
    static func appendFieldValue(
        name: some Sequence<UInt8>,
        filename: (some Collection<UInt8>)?,
        to output: inout [UInt8],
        dialect: FormDialect
    ) {
        output.append(contentsOf: "form-data; name=\"".utf8)
        dialect.appendEscapedName(name, to: &output)
        output.append(UInt8(ascii: "\""))
        appendFilename(filename, to: &output, dialect: dialect)
    }

    /// Appends the parameters for a file name, if there is one.
    static func appendFilename(
        _ filename: (some Collection<UInt8>)?,
        to output: inout [UInt8],
        dialect: FormDialect
    ) {
        guard let filename else { return }
        output.append(contentsOf: "; filename=\"".utf8)
        dialect.appendEscapedFilename(filename, to: &output)
        output.append(UInt8(ascii: "\""))
        guard dialect == .extended, !filename.isEmpty else { return }
        output.append(contentsOf: "; filename*=".utf8)
        FormDialect.appendExtendedValue(filename, to: &output)
    }
}

extension ContentDisposition: Hashable {
    /// Whether both have the same names, byte for byte.
    public static func == (left: ContentDisposition, right: ContentDisposition) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
            && (left.filename == nil) == (right.filename == nil)
            && (left.filename ?? "").utf8.elementsEqual((right.filename ?? "").utf8)
    }

    /// Feeds the bytes of the names to `hasher`.
    public func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte) }
        hasher.combine(filename == nil)
        for byte in (filename ?? "").utf8 { hasher.combine(byte) }
    }
}
