internal import Synchronization
internal import UploadHTTP

extension URLSessionTransfer {
    /// Looks at the timers until the transfer ends.
    func watchClock() async {
        while let next = state.withLock({ $0.nextCheck(request.options.timers) }) {
            do {
                try await Task.sleep(until: next, clock: .continuous)
            } catch {
                return
            }
            checkClock(at: .now)
        }
    }

    private func checkClock(at now: ContinuousClock.Instant) {
        switch state.withLock({ $0.check(request.options.timers, at: now) }) {
        case .goOn: break
        case .answered: finish()
        case .timedOut(let timer, let limit): end(with: .timedOut(timer, limit: limit))
        }
    }
}

extension TransferState {
    /// How long an early answer may pause, and how long it may take in all, before it is taken as
    /// it is: the peer may never end it.
    private static let earlyAnswerPause = Duration.seconds(1)
    private static let earlyAnswerDuration = Duration.seconds(10)

    /// What a look at the timers found.
    enum Check {
        case goOn
        /// An early answer was waited for long enough.
        case answered
        case timedOut(UploadTimer, limit: Duration)
    }

    private var stage: TransferClock.Stage {
        if isSent, head == nil { return .bodySent }
        return isConnected ? .moving : .untimed
    }

    mutating func check(_ timers: Timers, at now: Instant) -> Check {
        if isEarly, earlyAnswerIsOver(at: now) { return .answered }
        if let connectEnd = connectEnd(timers), now >= connectEnd.time {
            let limit = connectEnd.limit
            return .timedOut(.connect, limit: limit)
        }
        // The counters of the connection aren't known: nothing is seen below the session.
        let timeout = clock.check(at: now, stage: stage) {
            TransferClock.Sample(sent: sentByteCount, unacknowledged: 0)
        }
        return timeout.map { .timedOut($0.timer, limit: $0.limit) } ?? .goOn
    }

    /// When to look again; `nil` after the end.
    func nextCheck(_ timers: Timers) -> Instant? {
        guard !hasEnded else { return nil }
        var next = Instant.now + clock.interval
        if let end = clock.nextCheck(stage: stage) { next = min(next, end) }
        if let connectEnd = connectEnd(timers) { next = min(next, connectEnd.time) }
        if let earlyAnswerEnd { next = min(next, earlyAnswerEnd) }
        return next
    }

    /// When the connect timer runs out; only a body's first byte shows a connection.
    private func connectEnd(_ timers: Timers) -> (time: Instant, limit: Duration)? {
        guard vendor != nil, !isConnected, let limit = timers.connect else { return nil }
        return (beginning + limit, limit)
    }

    private mutating func earlyAnswerIsOver(at now: Instant) -> Bool {
        if earlyAnswerEnd == nil { earlyAnswerLimit = now + Self.earlyAnswerDuration }
        if earlyByteCount != sink.byteCount {
            earlyByteCount = sink.byteCount
            earlyAnswerEnd = min(now + Self.earlyAnswerPause, earlyAnswerLimit)
        }
        return earlyAnswerEnd.map { now >= $0 } ?? false
    }
}
