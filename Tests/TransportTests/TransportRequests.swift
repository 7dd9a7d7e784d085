import BodyStreaming
import UploadHTTP

/// What the tests of this target send.
enum TransportRequests {
    /// More than the system's buffers of a connection hold.
    static let largeByteCount = 16 << 20

    static func post(
        _ url: String,
        _ body: Body? = Body("content"),
        method: String = "POST",
        key: String? = nil,
        _ change: (inout RequestOptions) -> Void = { _ in }
    ) throws -> Request {
        var options = RequestOptions()
        options.idempotencyKey = try key.map { key in try IdempotencyKey(key) }
        change(&options)
        return try Request(method: method, url: try RequestURL(url), body: body, options: options)
    }

    static var largeBody: Body { Body([UInt8](repeating: 0x7A, count: largeByteCount)) }

    /// The error that sending ends with.
    static func error(
        _ transport: any Transport,
        _ request: Request
    ) async -> TransportError? {
        do {
            _ = try await transport.send(request, observer: nil)
            return nil
        } catch {
            return error
        }
    }
}
