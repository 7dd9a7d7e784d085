public import BodyStreaming

/// Where the content of a response goes.
public enum ResponseDestination: Sendable, Hashable {
    /// Into memory.
    case memory

    /// Into a file: written under a temporary name next to it and renamed when it is complete, so
    /// that the path never shows a part of it. Each attempt starts from nothing.
    case file(LocalPath)
}

/// How a request is sent, apart from what is sent.
public struct RequestOptions: Sendable, Hashable {
    /// How long its parts may take.
    public var timers = Timers()

    /// The greatest size of the request's body in bytes, as it is sent; no limit by default.
    ///
    /// A longer body is an error before anything is sent. One of unknown length is an error as soon
    /// as it turns out to be longer: no byte beyond the limit is sent, and the request stays
    /// incomplete.
    public var maximumBodyByteCount: Int64?

    /// The greatest size of the response's content in bytes; 16 MiB by default. A longer one is an
    /// error.
    public var maximumResponseByteCount: Int64 = 16 * 1024 * 1024

    /// Where the response's content goes; memory by default.
    public var responseDestination = ResponseDestination.memory

    /// Whether to wait up to a second for the server's `100 Continue` before the body is sent; off
    /// by default.
    public var expectsContinue = false

    /// The key that makes repetition safe, sent as `Idempotency-Key`; none by default.
    public var idempotencyKey: IdempotencyKey?

    /// Creates the default options.
    public init() {}
}
