internal import BodyStreaming
public import UploadHTTP

/// An upload that didn't succeed, with all that is known of it.
public struct UploadFailure: Error, Sendable, CustomStringConvertible {
    /// How the upload ended: failed, cancelled, unknown or answered early.
    public let result: UploadResult

    /// One line that says where the upload went and what happened.
    public var description: String {
        let reason = result.error.map { "\($0)" } ?? "the upload ended as \(result.outcome)"
        return "\(result.url): \(reason)"
    }
}
