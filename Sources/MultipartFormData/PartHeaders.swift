/// The header of a part that a ``MultipartParser`` has read.
public struct PartHeaders: Sendable, Hashable {
    /// A field of the header.
    public struct Field: Sendable, Hashable {
        /// The name as it was sent; letter case has no meaning.
        public let name: String

        /// The bytes of the value without the spaces around it; folded lines are joined.
        public let value: [UInt8]
    }

    /// The 0-based index of the part in its body.
    public let index: Int

    /// The fields in the order in which they came.
    public let fields: [Field]

    /// The name of the form's field; `nil` only in a body that isn't a form.
    public let name: String?

    /// The name of the file: `nil` for a part that is no file, empty for a file without a name.
    ///
    /// It is what the sender wrote, and may hold slashes, `..` or control characters.
    public let filename: String?

    /// Where the content begins, as a 0-based offset in the whole body.
    public let contentOffset: Int64

    /// The value of `Content-Type` as text, or `nil` if there is none.
    public var contentType: String? {
        first("content-type").map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the part's content is the name of the encoding of all text parts.
    ///
    /// Source: [RFC 7578, section 4.6](https://www.rfc-editor.org/rfc/rfc7578#section-4.6).
    public var isCharsetField: Bool { name == "_charset_" && filename == nil }

    /// The value of the first field called `name`, in any letter case.
    public func first(_ name: String) -> [UInt8]? {
        let lowercased = name.lowercased()
        return fields.first { $0.name.lowercased() == lowercased }?.value
    }
}
