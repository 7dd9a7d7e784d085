public import BodyStreaming
public import CurlTransports
public import MultipartFormData
public import UploadHTTP
public import ZlibCompression

/// Sends forms, files and requests, and returns what the server answered.
///
/// A client has the defaults that most uploads want: bodies are sent again after failures where that
/// is safe, redirects are followed, TLS is verified, no memory grows with the size of a file. One
/// client serves any number of tasks; making one costs nothing until the first request.
///
///     let client = UploadClient()
///     var form = MultipartForm()
///     form.append(name: "album", text: "Summer")
///     try form.append(name: "photo", image: "beach.jpg")
///     let answer = try await client.post(form, to: "https://example.com/photos")
public struct UploadClient: Sendable {
    /// What sends each request, and the policies for those that fail.
    public var session: UploadSession

    /// Header fields that each request gets, unless it has others of the same name.
    public var headerFields = HeaderFields()

    /// How requests are sent that this client makes.
    public var options = RequestOptions()

    /// The coding in which forms are sent; none by default.
    ///
    /// Parts that are compressed already, by their type or by a sample, are stored. The length isn't
    /// known before: a body goes out in chunks. A server that answers 415 gets the form once more
    /// without the coding, if all its parts can be read again.
    public var formCoding: ContentCoding?

    /// Creates a client that sends over sockets of its own, or with the machine's libcurl.
    ///
    /// - Parameter configuration: How connections are made. Responses in gzip and deflate are
    ///   decoded unless it has decoders of its own.
    public init(configuration: CurlConfiguration = CurlConfiguration()) {
        var configuration = configuration
        if configuration.contentDecoders.isEmpty {
            configuration.contentDecoders = Self.contentDecoders
        }
        self.init(transport: AutomaticTransport(configuration))
    }

    /// Creates a client on another transport.
    public init(transport: any Transport) {
        session = UploadSession(transport: transport)
    }

    /// Posts a form.
    ///
    /// - Parameters:
    ///   - form: The form; it stays as it is and may be posted again.
    ///   - url: An absolute `http` or `https` URL.
    ///   - observer: Called with each event, on any thread; it must not block.
    /// - Returns: The answer, whose status is 200 to 299.
    /// - Throws: ``MultipartError`` if the form can't be laid out, `RequestError` if `url` is none,
    ///   ``CompressionError/alreadyEncoded(contentEncoding:)`` if ``headerFields`` name another
    ///   coding, ``UploadFailure`` if the upload didn't succeed, for which any other status counts:
    ///   it holds the answer.
    @discardableResult
    public func post(
        _ form: MultipartForm,
        to url: String,
        observer: (@Sendable (UploadEvent) -> Void)? = nil
    ) async throws -> Response {
        let layout = try form.layout()
        var request = try request("POST", url, body: layout.body)
        try request.fields.set("Content-Type", form.contentType)
        if let formCoding {
            let other = headerFields["Content-Encoding"]
            try ContentCoding.requireUnencoded(contentEncoding: other)
            try request.fields.set("Content-Encoding", formCoding.rawValue)
            request.body = try layout.compressedBody(formCoding)
            if layout.body.replayability == .always { request.uncodedBody = layout.body }
        }
        return try await answer(to: request, observer: observer)
    }

    /// Puts the bytes of a file.
    ///
    /// - Parameters:
    ///   - path: A regular file, or a pipe.
    ///   - url: An absolute `http` or `https` URL.
    ///   - contentType: The type; `nil` looks at the file's header, then at the name's extension.
    ///   - observer: Called with each event, on any thread; it must not block.
    /// - Returns: The answer, whose status is 200 to 299.
    /// - Throws: `BodyError` if the file can't be sent, else as ``post(_:to:observer:)``.
    @discardableResult
    public func put(
        file path: LocalPath,
        to url: String,
        contentType: String? = nil,
        observer: (@Sendable (UploadEvent) -> Void)? = nil
    ) async throws -> Response {
        var request = try request("PUT", url, body: try Body(file: path))
        try request.fields.set("Content-Type", contentType ?? FileType.mediaType(of: path))
        return try await answer(to: request, observer: observer)
    }

    /// Gets what is at a URL.
    ///
    /// - Parameters:
    ///   - url: An absolute `http` or `https` URL.
    ///   - observer: Called with each event, on any thread; it must not block.
    /// - Returns: The answer, whose status is 200 to 299.
    /// - Throws: As ``post(_:to:observer:)``.
    public func get(
        _ url: String,
        observer: (@Sendable (UploadEvent) -> Void)? = nil
    ) async throws -> Response {
        try await answer(to: try request("GET", url, body: nil), observer: observer)
    }

    /// Sends a request as it is and returns how that ended, whatever the status.
    ///
    /// - Parameters:
    ///   - request: What to send; ``headerFields`` and ``options`` are not added.
    ///   - observer: Called with each event, on any thread; it must not block.
    /// - Returns: The outcome, with the answer or the error.
    public func send(
        _ request: Request,
        observer: (@Sendable (UploadEvent) -> Void)? = nil
    ) async -> UploadResult {
        await session.send(request, observer: observer)
    }

    /// A request with this client's options and header fields.
    ///
    /// - Parameters:
    ///   - method: A token, for example `PATCH`.
    ///   - url: An absolute `http` or `https` URL.
    ///   - body: The content, or `nil` for none.
    /// - Returns: The request, which may be changed before it is sent.
    /// - Throws: `RequestError`.
    public func request(
        _ method: String,
        _ url: String,
        body: Body?
    ) throws(RequestError) -> Request {
        try Request(
            method: method,
            url: RequestURL(url),
            fields: headerFields,
            body: body,
            options: options
        )
    }

    /// The codings that responses are asked for, each with what undoes it.
    private static let contentDecoders = Dictionary(
        uniqueKeysWithValues: ContentCoding.allCases.map { coding in
            let make: @Sendable () -> any ContentDecoder = { InflatingDecoder(coding) }
            return (coding.rawValue, make)
        }
    )

    private func answer(
        to request: Request,
        observer: (@Sendable (UploadEvent) -> Void)?
    ) async throws(UploadFailure) -> Response {
        let result = await session.send(request, observer: observer)
        guard result.outcome == .succeeded, let response = result.response else {
            throw UploadFailure(result: result)
        }
        return response
    }
}
