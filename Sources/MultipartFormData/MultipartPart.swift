public import BodyStreaming

/// One part of a form: a name, perhaps the name and type of a file, and the content.
///
/// Making a part validates nothing; ``MultipartForm/layout()`` does, and names the part.
public struct MultipartPart: Sendable {
    /// The name of the form's field; parts of one form may have the same. It can't hold a NUL.
    public var name: String

    /// The name of the file: `nil` for a part that is no file, empty for a file without a name.
    ///
    /// It is sent as it is, with any directories in it; it can't hold a NUL.
    public var filename: String?

    /// The value of the `Content-Type` field; a part without one, or with an empty one, has no
    /// such field.
    public var contentType: String?

    /// The part's own fields, written after `Content-Disposition` and `Content-Type`, in order.
    public var headerFields: [PartHeaderField]

    /// What the part holds, as the form lays it out.
    var storedContent: PartContent

    /// The bytes that the part holds, before the form normalises the line breaks of a text.
    public var content: Body {
        get { storedContent.body }
        set { storedContent = PartContent(newValue) }
    }

    /// Creates a part of any content.
    public init(
        name: String,
        filename: String? = nil,
        contentType: String? = nil,
        headerFields: [PartHeaderField] = [],
        content: Body
    ) {
        self.init(
            name: name,
            filename: filename,
            contentType: contentType,
            headerFields: headerFields,
            storedContent: PartContent(content)
        )
    }

    /// Creates a text field; `text` is sent verbatim, as UTF-8.
    ///
    /// A plain field has no `contentType`: some servers take one that has for a file. A part of
    /// JSON has `application/json`.
    public init(name: String, text: String, contentType: String? = nil) {
        self.init(
            name: name,
            contentType: contentType,
            storedContent: .text(Array(text.utf8))
        )
    }

    /// Creates a file of bytes that are in memory; they are shared, not copied.
    public init(
        name: String,
        bytes: [UInt8],
        filename: String?,
        contentType: String? = Self.octetStream
    ) {
        self.init(
            name: name,
            filename: filename,
            contentType: contentType,
            storedContent: .body(Body(bytes))
        )
    }

    /// Creates a file whose bytes arrive over time.
    public init(
        name: String,
        stream: BodyStream,
        filename: String?,
        contentType: String? = Self.octetStream
    ) {
        self.init(
            name: name,
            filename: filename,
            contentType: contentType,
            storedContent: .body(Body(stream))
        )
    }

    init(
        name: String,
        filename: String? = nil,
        contentType: String?,
        headerFields: [PartHeaderField] = [],
        storedContent: PartContent
    ) {
        self.name = name
        self.filename = filename
        self.contentType = contentType
        self.headerFields = headerFields
        self.storedContent = storedContent
    }

    /// The type of a file about which no more is known: `application/octet-stream`.
    public static let octetStream = "application/octet-stream"

    /// The part's `Content-Disposition`.
    public var contentDisposition: ContentDisposition {
        ContentDisposition(name: name, filename: filename)
    }

    /// Whether the part is a text field and nothing more, as most are.
    var isPlainText: Bool {
        if case .text = storedContent {
            filename == nil && (contentType ?? "").isEmpty && headerFields.isEmpty
        } else {
            false
        }
    }

    /// Whether the content leaves no trace in the list of a body's segments.
    var hasNoSegment: Bool {
        switch storedContent {
        case .text(let bytes): bytes.isEmpty
        case .region: false
        case .body(let body): body.segments.isEmpty
        }
    }

    /// - Throws: A ``MultipartError`` that names `index`, the part's index in its form.
    func validate(
        index: Int,
        as disposition: PartDisposition
    ) throws(MultipartError) {
        switch disposition {
        case .formData: try DispositionParameter.name.validate(name.utf8, part: index)
        case .attachment: break
        }
        if let filename {
            try DispositionParameter.filename.validate(filename.utf8, part: index)
        }
        try Self.validate(contentType: contentType, index: index)
        for field in headerFields { try field.validate(part: index) }
    }

    /// - Throws: A ``MultipartError`` that names `index`, the index of a part of `contentType`.
    static func validate(contentType: String?, index: Int) throws(MultipartError) {
        guard let contentType else { return }
        try PartHeaderField.validateValue(
            contentType,
            of: ReservedField.contentType.rawValue,
            part: index
        )
    }
}
