import BodyStreaming
import FoundationTransports
import UploadHTTP

/// What the tests of this target send.
enum SessionRequests {
    /// More than the system's buffers of a connection hold.
    static let largeByteCount = 16 << 20

    static var largeBody: Body { Body([UInt8](repeating: 0x7A, count: largeByteCount)) }

    static func post(
        _ url: String,
        _ body: Body? = Body("content"),
        method: String = "POST",
        fields: [(String, String)] = [],
        _ change: (inout RequestOptions) -> Void = { _ in }
    ) throws -> Request {
        var options = RequestOptions()
        change(&options)
        var header = HeaderFields()
        for (name, value) in fields { try header.append(name, value) }
        return try Request(
            method: method,
            url: try RequestURL(url),
            fields: header,
            body: body,
            options: options
        )
    }

    /// The error that sending ends with.
    static func error(
        _ transport: URLSessionTransport,
        _ request: Request,
        observer: (@Sendable (TransferEvent) -> Void)? = nil
    ) async -> TransportError? {
        do {
            _ = try await transport.send(request, observer: observer)
            return nil
        } catch {
            return error
        }
    }
}
