/// Sends requests until each has ended: repeats, redirects, answers to challenges.
///
/// The decisions are those of its policies. A session has no state of its own and may be used by any
/// number of tasks at once.
public struct UploadSession: Sendable {
    /// What sends each request.
    public var transport: any Transport

    /// Whether and when a request is sent again.
    public var retryPolicy = RetryPolicy()

    /// Which redirects are followed.
    public var redirectPolicy = RedirectPolicy()

    /// The credentials for requests that have none of their own.
    public var authorization: Authorization?

    /// The retries that this session shares with others; no common limit by default.
    public var retryBudget: RetryBudget?

    /// The time.
    package var clock = UploadClock.system

    /// A random number from 0 to 1.
    package var jitter: @Sendable () -> Double = { .random(in: 0...1) }

    /// Creates a session with the default policies.
    public init(transport: any Transport) {
        self.transport = transport
    }

    /// Sends `request` and returns how it ended; always returns, and once.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - observer: Called with each event, on any thread, one after the other; it must not block.
    /// - Returns: The outcome, with the answer or the error.
    public func send(
        _ request: Request,
        observer: (@Sendable (UploadEvent) -> Void)? = nil
    ) async -> UploadResult {
        var run = UploadRun(request, session: self, observer: observer)
        let result = await run.run()
        observer?(.finished(result))
        return result
    }
}
