/// The timers of one transfer.
///
/// The transport asks now and then; a sample of the connection's counters then shows whether bytes
/// have moved below it, in the system's buffers.
package struct TransferClock: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// The counters of a connection that change when bytes move.
    package struct Sample: Sendable, Equatable {
        /// Bytes that the transport gave to the system.
        package var sent: Int64
        /// Bytes that the system holds for the peer.
        package var unacknowledged: Int64

        package init(sent: Int64, unacknowledged: Int64) {
            self.sent = sent
            self.unacknowledged = unacknowledged
        }
    }

    /// How far the transfer is, for the choice of the timer.
    package enum Stage: Sendable {
        /// Another timer runs, or the local body has nothing yet.
        case untimed
        /// Bytes go out or come in.
        case moving
        /// The whole body is with the system; nothing has come back.
        case bodySent
    }

    private let timers: Timers

    /// How often the counters are looked at.
    package let interval: Duration

    /// Whether a callback has moved bytes since the last look.
    package var hasMoved = false

    private let start: Instant
    private var lastMove: Instant
    private var nextSample: Instant
    private var lastSample: Sample?

    /// When the peer was first seen to have acknowledged the whole body.
    private var drained: Instant?

    /// Starts all timers.
    package init(_ timers: Timers, at now: Instant) {
        self.timers = timers
        let shortest =
            switch (timers.stall, timers.response) {
            case (let stall?, let response?): min(stall, response)
            case (let stall, let response): stall ?? response ?? .seconds(4)
            }
        interval = max(.milliseconds(20), min(shortest / 4, .seconds(1)))
        start = now
        lastMove = now
        nextSample = now + interval
    }

    /// Looks at the timers.
    ///
    /// - Returns: The timer that ran out, or `nil`.
    package mutating func check(
        at now: Instant,
        stage: Stage,
        sample: () -> Sample
    ) -> (timer: UploadTimer, limit: Duration)? {
        if let total = timers.total, now - start >= total { return (.total, total) }
        if hasMoved || stage == .untimed {
            hasMoved = false
            lastMove = now
            if stage == .moving { drained = nil }
        }
        guard stage != .untimed, now >= nextSample else { return nil }
        nextSample = now + interval
        let current = sample()
        if current != lastSample {
            lastSample = current
            lastMove = now
        }
        if stage == .bodySent, current.unacknowledged <= 0 {
            let since = drained ?? now
            drained = since
            guard let limit = timers.response, now - since >= limit else { return nil }
            return (.response, limit)
        }
        guard let limit = timers.stall, now - lastMove >= limit else { return nil }
        return (.stall, limit)
    }

    /// When to look again at the latest; `nil` if no timer runs.
    package func nextCheck(stage: Stage) -> Instant? {
        let end = timers.total.map { start + $0 }
        guard stage != .untimed else { return end }
        return min(end ?? nextSample, nextSample)
    }
}
