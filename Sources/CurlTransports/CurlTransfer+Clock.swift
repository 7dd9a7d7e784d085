internal import TransferLoops
internal import UploadHTTP

extension CurlTransfer {
    /// How often an observer hears of progress.
    private static let progressInterval = Duration.milliseconds(100)

    private var stage: TransferClock.Stage {
        // While it waits for an interim response libcurl has a timer of its own.
        let waitsForContinue =
            request.options.expectsContinue && handedByteCount == 0 && parser.byteCount == 0
        let isHeld = !isConnected || isWaitingForBody || waitsForContinue || contentGate != nil
        if isHeld { return .untimed }
        return parser.byteCount == 0 && bodyHasEnded && bodyIsSent ? .bodySent : .moving
    }

    /// Looks at the timers, and tells the observer of progress.
    func checkClock(
        at now: ContinuousClock.Instant
    ) -> (timer: UploadTimer, limit: Duration)? {
        if observer != nil, isConnected, !bodyHasEnded || sentByteCount != reportedByteCount,
            now >= nextReport
        {
            nextReport = now + Self.progressInterval
            if sentByteCount != reportedByteCount {
                reportedByteCount = sentByteCount
                reportProgress()
            }
        }
        return clock.check(at: now, stage: stage) {
            TransferClock.Sample(
                sent: sentByteCount,
                unacknowledged: loop.unacknowledgedByteCount(localPort: localPort)
            )
        }
    }

    /// When to look at the timers again at the latest.
    var nextCheck: ContinuousClock.Instant? {
        var next = clock.nextCheck(stage: stage)
        if observer != nil, isConnected, !bodyHasEnded {
            next = min(next ?? nextReport, nextReport)
        }
        if isEarly, let end = earlyAnswer.end { next = min(next ?? end, end) }
        if let contentGate { next = min(next ?? contentGate, contentGate) }
        return next
    }

    /// Whether to wait no longer for the rest of an answer that came before the body's end.
    func earlyAnswerIsOver(at now: ContinuousClock.Instant) -> Bool {
        isAnswered || earlyAnswer.isOver(at: now, byteCount: content.wireByteCount)
    }
}
