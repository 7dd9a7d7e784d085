public import BodyStreaming

/// A request, described but not sent: a value that can be sent any number of times.
public struct Request: Sendable {
    /// The method, for example `POST`; case matters.
    public let method: String

    /// Where the request goes.
    public var url: RequestURL

    /// The header fields, without those that follow from the others: `Host`, `Content-Length`,
    /// `Transfer-Encoding`, `Expect` and the idempotency key.
    public var fields: HeaderFields

    /// The content; `nil` for a request without one. An empty body is sent as `Content-Length: 0`.
    public var body: Body?

    /// The content without the coding that the field `Content-Encoding` names, to be sent once in
    /// the place of ``body`` if the server answers 415 to the coded one; `nil` by default: the
    /// answer ends the upload.
    public var uncodedBody: Body?

    /// How the request is sent.
    public var options: RequestOptions

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
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.options = options
    }

    /// The request with another method, which is known to be a token.
    init(_ request: Request, knownMethod method: String) {
        self.method = method
        url = request.url
        fields = request.fields
        body = request.body
        uncodedBody = request.uncodedBody
        options = request.options
    }
}
