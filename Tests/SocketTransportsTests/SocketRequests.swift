import BodyStreaming
import SocketTransports
import UploadHTTP

/// What the tests of this target send.
enum SocketRequests {
    static func post(
        _ url: String,
        _ body: Body? = Body("content"),
        method: String = "POST",
        _ change: (inout RequestOptions) throws -> Void = { _ in }
    ) throws -> Request {
        var options = RequestOptions()
        try change(&options)
        return try Request(method: method, url: try RequestURL(url), body: body, options: options)
    }

    /// A stream of these chunks.
    static func stream(
        _ chunks: [[UInt8]],
        byteCount: Int64? = nil,
        replayability: Replayability = .always
    ) -> Body {
        let stream = BodyStream(
            label: "chunks",
            byteCount: byteCount,
            replayability: replayability
        ) {
            AsyncStream { continuation in
                for chunk in chunks { continuation.yield(chunk) }
                continuation.finish()
            }
        }
        return Body(stream)
    }

    /// What becomes of a request.
    static func outcome(
        _ request: Request,
        over transport: SocketTransport,
        observer: (@Sendable (TransferEvent) -> Void)? = nil
    ) async -> Result<Response, TransportError> {
        do throws(TransportError) {
            return .success(try await transport.send(request, observer: observer))
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Success == Response, Failure == TransportError {
    var error: TransportError? {
        if case .failure(let error) = self { error } else { nil }
    }

    var status: Int? { try? get().status }

    /// The status, or the name of the error.
    var name: String {
        switch self {
        case .success(let response): "\(response.status)"
        case .failure(let error): error.kind.name
        }
    }
}
