public import BodyStreaming

/// One line of a manifest: an upload, described.
public struct ManifestLine: Sendable, Hashable {
    /// A header field.
    public struct HeaderField: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a header field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A text field of the form.
    public struct Field: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a text field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A file part of the form.
    public struct File: Sendable, Hashable {
        /// The name of the field.
        public var name: String
        /// The path, relative to the folder of the manifest.
        public var path: LocalPath
        /// The file's name for the server; `nil` is the last component of the path.
        public var filename: String?
        /// The media type; `nil` is what the content or the extension tells.
        public var type: String?
        /// The bytes of the file; `nil` is all.
        public var range: Range<Int64>?

        /// Creates a file part.
        public init(
            name: String,
            path: LocalPath,
            filename: String? = nil,
            type: String? = nil,
            range: Range<Int64>? = nil
        ) {
            self.name = name
            self.path = path
            self.filename = filename
            self.type = type
            self.range = range
        }
    }

    /// The number of the line, from 1.
    public var number: Int

    /// The name of the item; the number of the line if there is none.
    public var identifier: String

    /// Where the form goes; `nil` is the URL of the command.
    public var url: String?

    /// The method; `nil` is that of the command.
    public var method: String?

    /// Header fields besides those of the command, in order.
    public var headers: [HeaderField] = []

    /// The text fields, in order.
    public var fields: [Field] = []

    /// The file parts, which follow the fields.
    public var files: [File] = []

    /// The names of the items that have to succeed before.
    public var after: [String] = []

    /// The key that makes repetition safe; `nil` is one that follows from the item.
    public var idempotencyKey: String?

    /// Creates a line without content.
    public init(number: Int) {
        self.number = number
        identifier = String(number)
    }
}
