package import UploadHTTP

/// Which `Idempotency-Key` a request gets.
package enum IdempotencyRule: Sendable, Hashable {
    /// None.
    case none
    /// One of its own.
    case automatic
    /// The one that was given.
    case fixed(IdempotencyKey)
}
