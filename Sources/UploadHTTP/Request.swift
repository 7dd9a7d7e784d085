public import BodyStreaming

/// A request, described but not sent: a value that can be sent any number of times.
public struct Request: Sendable {
    /// What the request is; copied before it is changed, so that handing a request on, as each layer
    /// does, copies a reference.
    private var content: Content

    /// The method, for example `POST`; case matters.
    public var method: String { content.method }

    /// Where the request goes.
    public var url: RequestURL {
        get { content.url }
        set { own().url = newValue }
    }

    /// The header fields, without those that follow from the others: `Host`, `Content-Length`,
    /// `Transfer-Encoding`, `Expect` and the idempotency key.
    public var fields: HeaderFields {
        get { content.fields }
        set { own().fields = newValue }
    }

    /// The content; `nil` for a request without one. An empty body is sent as `Content-Length: 0`.
    public var body: Body? {
        get { content.body }
        set { own().body = newValue }
    }

    /// The content without the coding that the field `Content-Encoding` names, to be sent once in
    /// the place of ``body`` if the server answers 415 to the coded one; `nil` by default: the
    /// answer ends the upload.
    public var uncodedBody: Body? {
        get { content.uncodedBody }
        set { own().uncodedBody = newValue }
    }

    /// How the request is sent.
    public var options: RequestOptions {
        get { content.options }
        set { own().options = newValue }
    }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: A token.
    ///   - url: Where the request goes.
    ///   - fields: The header fields.
    ///   - body: The content, or `nil` for none.
    ///   - options: How the request is sent.
    /// - Throws: ``RequestError/invalidMethod(_:)``.
    public init(
        method: String = "POST",
        url: RequestURL,
        fields: HeaderFields = HeaderFields(),
        body: Body? = nil,
        options: RequestOptions = RequestOptions()
    ) throws(RequestError) {
        guard Token.isValid(method.utf8.span) else { throw .invalidMethod(method) }
        content = Content(method, url, fields, body, nil, options)
    }

    /// The request with another method, which is known to be a token.
    init(_ request: Request, knownMethod method: String) {
        content = Content(request.content, method: method)
    }

    /// The content of this request alone.
    private mutating func own() -> Content {
        if !isKnownUniquelyReferenced(&content) {
            content = Content(content, method: content.method)
        }
        return content
    }
}

/// What a request consists of.
///
/// `@unchecked Sendable`: a request changes it only while no other request refers to it.
private final class Content: @unchecked Sendable {
    let method: String
    var url: RequestURL
    var fields: HeaderFields
    var body: Body?
    var uncodedBody: Body?
    var options: RequestOptions

    init(
        _ method: String,
        _ url: RequestURL,
        _ fields: HeaderFields,
        _ body: Body?,
        _ uncodedBody: Body?,
        _ options: RequestOptions
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.uncodedBody = uncodedBody
        self.options = options
    }

    convenience init(_ other: Content, method: String) {
        self.init(
            method,
            other.url,
            other.fields,
            other.body,
            other.uncodedBody,
            other.options
        )
    }
}
