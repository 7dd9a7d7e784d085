internal import TransferLoops
internal import UploadHTTP

extension SocketTransfer {
    /// How often an observer hears of progress.
    private static let progressInterval = Duration.milliseconds(100)

    private var clockStage: TransferClock.Stage {
        if stage != .open || isWaitingForBody || isHeld { return .untimed }
        return answer.headByteCount == 0 && isSent ? .bodySent : .moving
    }

    /// Ends what has taken too long, and tells the observer of progress.
    ///
    /// - Returns: When to look again; `nil` if the transfer is over.
    func check(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        if stage == .connecting, !checkConnecting(at: now) { return nil }
        if stage == .open, !checkGates(at: now) { return nil }
        if isEarly, earlyAnswer.isOver(at: now, byteCount: content?.wireByteCount ?? 0) {
            loop.finish(self, keepsConnection: false)
            return nil
        }
        report(at: now)
        let sample = {
            TransferClock.Sample(
                sent: self.bodyByteCountSent,
                unacknowledged: self.unacknowledgedByteCount
            )
        }
        if let (timer, limit) = clock.check(at: now, stage: clockStage, sample: sample) {
            loop.end(self, cause: .timedOut(timer, limit: limit))
            return nil
        }
        return nextCheck
    }

    private func checkConnecting(at now: ContinuousClock.Instant) -> Bool {
        if let limit = request.options.timers.connect, now - attempt.start >= limit {
            loop.end(self, cause: .timedOut(.connect, limit: limit))
        } else if let next = attempt.nextTry, now >= next {
            loop.tryNextAddress(of: self)
        }
        return stage != .ended
    }

    /// Lets the content go that was held back for long enough.
    private func checkGates(at now: ContinuousClock.Instant) -> Bool {
        guard isHeld else { return true }
        if let gate = contentGate, now >= gate { contentGate = nil }
        if let gate = continueGate, now >= gate { continueGate = nil }
        if !isHeld {
            // Should the connection have ended meanwhile, that is found out first.
            receive()
            send()
        }
        return stage != .ended
    }

    private func report(at now: ContinuousClock.Instant) {
        guard observer != nil, stage == .open, now >= nextReport else { return }
        nextReport = now + Self.progressInterval
        guard bodyByteCountSent != reportedByteCount else { return }
        reportedByteCount = bodyByteCountSent
        reportProgress()
    }

    /// When to look at the timers again at the latest.
    var nextCheck: ContinuousClock.Instant? {
        var next = clock.nextCheck(stage: clockStage)
        func add(_ time: ContinuousClock.Instant?) {
            if let time { next = min(next ?? time, time) }
        }
        if isHeld {
            add(contentGate)
            add(continueGate)
        }
        if stage == .connecting {
            add(attempt.nextTry)
            add(request.options.timers.connect.map { attempt.start + $0 })
        }
        if observer != nil, stage == .open, !isSent || bodyByteCountSent != reportedByteCount {
            add(nextReport)
        }
        if isEarly { add(earlyAnswer.end) }
        return next
    }
}
