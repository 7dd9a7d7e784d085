package import UploadHTTP

/// When requests may begin; all decisions, without waiting.
package struct PacingState: Sendable {
    /// Whether a request may begin.
    package enum Admission: Sendable, Equatable {
        /// It begins; the number has to be given back with its end.
        case begin(number: Int)
        /// Ask again at this time.
        case wait(until: Duration)
        /// Ask again when a request has ended.
        case full
    }

    /// What the end of a request says about the server.
    package enum Verdict: Sendable, Equatable {
        /// It does its work.
        case healthy
        /// It has too much to do, and may have said for how long.
        case overloaded(retryAfter: Duration?)
        /// Nothing.
        case silent
    }

    private struct Hold {
        var until: Duration
        var overloadCount = 0
        /// Requests that began before this number have told nothing new.
        var roundStart = 0
    }

    /// A server that doesn't say how long is asked again after a few seconds at the latest.
    private static let maximumDoublingCount = 4

    private let pacing: Pacing
    private var adaptive: AdaptiveLimit
    private var requestBucket: TokenBucket?
    private var byteBucket: TokenBucket?
    private var holds: [Origin: Hold] = [:]
    private var begunCount = 0

    /// How many requests are in flight.
    package private(set) var runningCount = 0

    /// Creates the state before the first request.
    package init(_ pacing: Pacing, now: Duration) {
        self.pacing = pacing
        adaptive = AdaptiveLimit(maximum: pacing.maximumConcurrency)
        requestBucket = pacing.requestsPerSecond.map { TokenBucket(rate: $0, now: now) }
        byteBucket = pacing.bytesPerSecond.map { TokenBucket(rate: $0, now: now) }
    }

    /// How many requests may be in flight.
    package var limit: Int {
        pacing.adaptsConcurrency ? adaptive.value : max(1, pacing.maximumConcurrency)
    }

    /// Decides whether a request may begin.
    package mutating func admit(
        to origin: Origin,
        byteCount: Int64?,
        now: Duration
    ) -> Admission {
        if let hold = holds[origin], hold.until > now { return .wait(until: hold.until) }
        guard runningCount < limit else { return .full }
        let ready = max(
            requestBucket?.readyTime(atLeast: 1, now: now) ?? now,
            // A body may be larger than any stock, so the debt of the last one has to be paid.
            byteBucket?.readyTime(atLeast: 1, now: now) ?? now
        )
        guard ready <= now else { return .wait(until: ready) }
        requestBucket?.spend(1)
        byteBucket?.spend(Double(byteCount ?? 0))
        defer { begunCount += 1 }
        runningCount += 1
        return .begin(number: begunCount)
    }

    /// Takes note of the end of a request; the time is asked for only if its origin has to be held.
    package mutating func end(
        _ number: Int,
        to origin: Origin,
        _ verdict: Verdict,
        now: @autoclosure () -> Duration
    ) {
        runningCount -= 1
        switch verdict {
        case .healthy:
            adaptive.succeeded()
            if let hold = holds[origin], number >= hold.roundStart { holds[origin] = nil }
        case .overloaded(let retryAfter):
            adaptive.overloaded(number, begunCount: begunCount)
            hold(origin, number, retryAfter, now: now())
        case .silent: break
        }
    }

    private mutating func hold(
        _ origin: Origin,
        _ number: Int,
        _ retryAfter: Duration?,
        now: Duration
    ) {
        var hold = holds[origin] ?? Hold(until: now)
        let delay: Duration
        if let retryAfter {
            delay = min(retryAfter, pacing.maximumHold)
        } else {
            // Requests that were on their way together are turned away together: one overload.
            if number >= hold.roundStart {
                hold.overloadCount += 1
                hold.roundStart = begunCount
            }
            let doublingCount = min(max(hold.overloadCount - 1, 0), Self.maximumDoublingCount)
            delay = min(pacing.baseHold * (1 << doublingCount), pacing.maximumHold)
        }
        hold.until = max(hold.until, now + delay)
        holds[origin] = hold
    }
}

extension PacingState.Verdict {
    /// What the end of an attempt says.
    ///
    /// - Parameters:
    ///   - attempt: How it ended.
    ///   - now: The time since 1970, for dates in `Retry-After`; asked for only if there is one.
    package init(
        _ attempt: Result<Response, TransportError>,
        now: @autoclosure () -> Duration
    ) {
        switch attempt {
        case .success(let response) where [429, 503].contains(response.status):
            let value = response.head.fields["Retry-After"]
            self = .overloaded(retryAfter: value.flatMap { RetryAfter.delay($0, now: now()) })
        case .success: self = .healthy
        case .failure(let error):
            self =
                switch error.kind {
                case .timedOut(.connect, _), .timedOut(.response, _):
                    .overloaded(retryAfter: .zero)
                default: .silent
                }
        }
    }
}
