public import BodyStreaming

/// A form of type `multipart/form-data`: parts in order, and the boundary that tells them apart.
///
/// The order of the parts is the order on the wire; parts of the same name stay apart. By default
/// the bytes are those that a browser would send.
///
/// Source: [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578).
public struct MultipartForm: Sendable {
    /// What tells the parts apart.
    public private(set) var boundary: Boundary

    /// How the names of fields and files are written.
    public let dialect: FormDialect

    /// Whether each CR, LF and CRLF in a text value is sent as CRLF, as browsers do.
    public let normalizesLineBreaks: Bool

    /// Whether the caller chose the boundary.
    let hasFixedBoundary: Bool

    /// The parts in order.
    private(set) var items = FormItems()

    /// Creates a form without parts.
    ///
    /// - Parameters:
    ///   - boundary: What tells the parts apart; `nil` makes a random one. The same parts with the
    ///     same boundary have the same bytes.
    ///   - dialect: How the names of fields and files are written.
    ///   - normalizesLineBreaks: Whether each CR, LF and CRLF in a text value is sent as CRLF, as
    ///     browsers do. By default text is sent verbatim.
    public init(
        boundary: Boundary? = nil,
        dialect: FormDialect = .whatwg,
        normalizesLineBreaks: Bool = false
    ) {
        self.boundary = boundary ?? Boundary()
        hasFixedBoundary = boundary != nil
        self.dialect = dialect
        self.normalizesLineBreaks = normalizesLineBreaks
    }

    /// The form as it is sent once more beside others: with a random boundary of its own, unless the
    /// caller chose the boundary.
    package func withNewBoundary() -> MultipartForm {
        var form = self
        if !hasFixedBoundary { form.boundary = Boundary() }
        return form
    }

    /// The number of parts.
    public var partCount: Int { items.partCount }

    /// Adds a part behind the others.
    public mutating func append(_ part: MultipartPart) {
        items.append(part)
    }

    /// Adds a text field behind the other parts; `text` is sent verbatim, as UTF-8.
    public mutating func append(name: String, text: String) {
        items.append(name: name, text: text)
    }

    /// The value of the `Content-Type` field of a request that sends the form.
    public var contentType: String {
        "multipart/form-data; boundary=" + boundary.parameterValue
    }

    /// The parts in order; packed ones are made as they are asked for.
    public var parts: FormParts { FormParts(items: items) }

    /// Lays out the form: where each of its bytes comes from. Pure: it does no input or output.
    ///
    /// - Throws: A ``MultipartError`` that names the first part whose header can't be written.
    public func layout() throws(MultipartError) -> MultipartLayout {
        let framing = FormFraming(
            boundary: boundary,
            dialect: dialect,
            disposition: .formData,
            items: items
        )
        return try framing.layout(normalizesLineBreaks: normalizesLineBreaks)
    }

    /// The bytes of the form, described but not yet read.
    ///
    /// - Throws: A ``MultipartError`` that names the first part whose header can't be written.
    public func body() throws(MultipartError) -> Body {
        try layout().body
    }

    /// Replaces the boundary that was chosen at random by another such.
    mutating func chooseBoundary(using generator: inout some RandomNumberGenerator) {
        boundary = Boundary(using: &generator)
    }
}
