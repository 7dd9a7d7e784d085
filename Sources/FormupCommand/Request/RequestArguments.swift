package import BodyStreaming
package import CurlTransports
import MultipartFormData
package import UploadHTTP
import ZlibCompression

/// How the command line says that a request is sent.
package struct RequestArguments: Sendable {
    /// The method.
    package var method = "POST"

    /// The header fields, without those that follow from the rest.
    package var fields = HeaderFields()

    /// The `Content-Type` that was asked for, if one was.
    package var contentType: ContentTypeOverride?

    /// Which key makes repetition safe.
    package var idempotency = IdempotencyRule.none

    /// How the request is sent, apart from what is sent.
    package var options = RequestOptions()

    /// How connections are made.
    package var configuration = CurlConfiguration()

    /// When it is sent again.
    package var retryPolicy = RetryPolicy()

    /// Which redirects are followed.
    package var redirectPolicy = RedirectPolicy()

    /// A user name and a password, if they were given.
    package var authorization: Authorization?

    /// The file that holds a bearer token, if one was given.
    package var bearerPath: LocalPath?

    /// Creates the defaults.
    package init() {}

    /// Checks what can be checked before the form is made, and gives it the boundary of the
    /// `Content-Type` that was asked for.
    ///
    /// - Throws: A usage error if they contradict each other.
    package func prepare(_ form: inout FormArguments) throws(CommandFailure) {
        for path in [
            configuration.tls.trustedCertificatesPath, configuration.tls.certificatePath,
            configuration.tls.privateKeyPath, bearerPath,
        ] {
            guard let path, let number = FileInspection.refusalToRead(path) else { continue }
            throw .usage("\(path): \(SystemErrorText.words(for: number))")
        }
        guard bearerPath == nil || authorization == nil else {
            throw .usage("--user and --bearer-from can't both be used")
        }
        guard let boundary = contentType?.boundary else { return }
        guard form.boundary == nil || form.boundary == boundary else {
            throw .usage("--boundary and the boundary of the Content-Type field differ")
        }
        form.boundary = boundary
    }

    /// The session that sends requests.
    ///
    /// - Parameter transport: What sends each of them.
    /// - Returns: The session.
    /// - Throws: A usage error if the file of the token can't be read or holds none.
    package func session(
        over transport: any Transport
    ) async throws(CommandFailure) -> UploadSession {
        var session = UploadSession(transport: transport)
        session.retryPolicy = retryPolicy
        session.redirectPolicy = redirectPolicy
        session.authorization = authorization
        if let bearerPath {
            let token = try await SecretFile.firstLine(of: bearerPath)
            session.authorization = try CommandFailure.catching { () throws(RequestError) in
                try .bearer(token)
            }
        }
        return session
    }

    /// The request that sends `form`.
    ///
    /// - Parameters:
    ///   - form: What to send.
    ///   - url: Where to.
    /// - Returns: The request.
    /// - Throws: A usage error if the request can't be made, for example because the body would be
    ///   compressed twice.
    package func request(
        for form: EncodedForm,
        to url: RequestURL
    ) throws(CommandFailure) -> Request {
        var options = options
        switch idempotency {
        case .none: break
        case .automatic: options.idempotencyKey = .random()
        case .fixed(let key): options.idempotencyKey = key
        }
        return try request(for: form, to: url, method: method, fields: fields, options: options)
    }

    /// The request that sends `form` with other fields and options than those of the command line.
    package func request(
        for form: EncodedForm,
        to url: RequestURL,
        method: String,
        fields: HeaderFields,
        options: RequestOptions
    ) throws(CommandFailure) -> Request {
        try CommandFailure.catching { () throws(CompressionError) in
            guard form.coding != nil else { return }
            try ContentCoding.requireUnencoded(contentEncoding: fields["Content-Encoding"])
        }
        return try CommandFailure.catching { () throws(RequestError) in
            var fields = fields
            try fields.set(
                "Content-Type",
                contentType?.fieldValue(boundary: form.form.boundary) ?? form.form.contentType
            )
            if let coding = form.coding { try fields.set("Content-Encoding", coding.rawValue) }
            var request = try Request(
                method: method,
                url: url,
                fields: fields,
                body: form.body,
                options: options
            )
            request.uncodedBody = form.uncodedBody
            return request
        }
    }
}
