/// Decides whether and when a request is sent again.
///
/// A request that isn't idempotent, such as a `POST` without an idempotency key, is repeated only
/// where it can't have been carried out: no byte of it was taken, or the server answered 408, 425,
/// 429 or 503 instead of working.
///
/// Source: RFC 9110, section 9.2.2, https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
public struct RetryPolicy: Sendable, Hashable {
    /// How many times a request is sent again at most; 3 by default.
    public var maximumRetryCount = 3

    /// The upper bound of the first wait; it doubles with each retry; half a second by default.
    public var baseDelay = Duration.milliseconds(500)

    /// The upper bound of every wait that no server asked for; 30 seconds by default.
    public var maximumDelay = Duration.seconds(30)

    /// The longest wait that a server may ask for; a longer one ends the upload. 10 minutes by
    /// default.
    public var maximumRetryAfter = Duration.seconds(600)

    /// How many attempts in a row may break off while the body is sent without coming further than
    /// those before; 10 by default.
    public var maximumAttemptCountWithoutProgress = 10

    /// Whether requests are repeated that may have been carried out; off by default.
    public var repeatsUnsafeRequests = false

    /// Creates the default policy.
    public init() {}

    /// No repetitions.
    public static var none: RetryPolicy {
        var policy = RetryPolicy()
        policy.maximumRetryCount = 0
        return policy
    }

    /// What an attempt left behind.
    package struct Situation: Sendable {
        /// How many retries there were.
        package var retryCount = 0
        /// How many attempts in a row came no further than those before.
        package var attemptCountWithoutProgress = 0
        /// Whether the request is idempotent or has an idempotency key.
        package var isRepeatable = false
        /// Whether the body can be sent again: it is replayable, or was not read.
        package var isReplayable = true
        /// The time since 1970.
        package var now = Duration.zero
        /// What is left of the total time.
        package var remaining: Duration?

        package init() {}
    }

    /// What to do.
    package enum Decision: Sendable, Equatable {
        /// Send the request again after a wait.
        case retry(after: Duration)
        /// End the upload.
        case stop(Reason)
    }

    /// Why there is no other attempt.
    package enum Reason: Sendable, Equatable {
        /// The same would happen again.
        case permanent
        /// The cause passes, but the request may have been carried out, or in part.
        case unsafe
        /// The cause passes, but the body can't be sent again.
        case notReplayable
        /// The cause passes, but the attempts, the time or the budget are used up.
        case exhausted
    }

    /// Decides after an attempt that didn't succeed.
    ///
    /// - Parameters:
    ///   - attempt: How the attempt ended.
    ///   - situation: What is known besides.
    ///   - jitter: A random number from 0 to 1.
    /// - Returns: What to do; a budget has not been asked.
    package func decision(
        after attempt: Result<Response, TransportError>,
        _ situation: Situation,
        jitter: Double
    ) -> Decision {
        let cause = classify(attempt, isRepeatable: situation.isRepeatable)
        guard cause != .permanent else { return .stop(.permanent) }
        guard cause == .safe else { return .stop(.unsafe) }
        guard situation.isReplayable else { return .stop(.notReplayable) }
        guard situation.retryCount < maximumRetryCount,
            situation.attemptCountWithoutProgress < maximumAttemptCountWithoutProgress
        else { return .stop(.exhausted) }
        guard let delay = delay(after: attempt, situation, jitter: jitter) else {
            return .stop(.exhausted)
        }
        if let remaining = situation.remaining, delay >= remaining { return .stop(.exhausted) }
        return .retry(after: delay)
    }

    /// The upper bound of the wait before retry number `count`, which is 0 for the first.
    package func backoff(_ count: Int) -> Duration {
        guard count < 32 else { return maximumDelay }
        return min(maximumDelay, baseDelay * (1 << max(0, count)))
    }

    /// - Returns: `nil` if the server asks for more than is allowed.
    private func delay(
        after attempt: Result<Response, TransportError>,
        _ situation: Situation,
        jitter: Double
    ) -> Duration? {
        let own = backoff(situation.retryCount) * min(max(jitter, 0), 1)
        guard case .success(let response) = attempt,
            let value = response.head.fields["Retry-After"],
            let asked = RetryAfter.delay(value, now: situation.now)
        else { return own }
        guard asked <= maximumRetryAfter else { return nil }
        // Behind what was asked, so that not all who were turned away come back at once.
        return asked == .zero ? own : asked + min(own, baseDelay)
    }

    private enum Cause {
        case permanent
        case safe
        case unsafe
    }

    private func classify(
        _ attempt: Result<Response, TransportError>,
        isRepeatable: Bool
    ) -> Cause {
        let mayRepeat = isRepeatable || repeatsUnsafeRequests
        switch attempt {
        case .success(let response):
            return switch response.status {
            case 408, 425, 429, 503: .safe
            case 500, 502, 504: mayRepeat ? .safe : .permanent
            default: .permanent
            }
        case .failure(let error):
            switch error.kind {
            case .hostNotFound, .connectionFailed, .timedOut(.connect, _): return .safe
            case .connectionLost, .timedOut(.stall, _), .timedOut(.response, _),
                .responseTruncated, .library, .timedOut(.total, _):
                if let status = error.responseHead?.status, status >= 400 {
                    let head = error.responseHead ?? ResponseHead(status: status)
                    let answer = Result<Response, TransportError>.success(Response(head: head))
                    return classify(answer, isRepeatable: isRepeatable)
                }
                return mayRepeat || error.progress == .notSent ? .safe : .unsafe
            case .cancelled, .shutDown, .libraryUnavailable, .body, .bodyTooLarge,
                .unsupportedOption, .tlsFailed, .invalidResponse, .responseHeadTooLarge,
                .responseTooLarge, .undecodableResponse,
                .responseFile:
                return .permanent
            }
        }
    }
}
