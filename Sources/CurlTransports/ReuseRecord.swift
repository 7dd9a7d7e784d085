internal import TransferLoops
internal import UploadHTTP

/// What a loop has learned about the kept connections of origins.
struct ReuseRecord {
    typealias Instant = ContinuousClock.Instant

    /// How many origins are remembered at most.
    private static let maximumCount = 1024

    private var trusts: [Origin: ReuseTrust] = [:]

    func trust(in origin: Origin, at now: Instant) -> ReuseTrust {
        trusts[origin]?.current(at: now) ?? .unproven
    }

    /// Learns from the end of a transfer.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - origin: Whom it went to.
    ///   - wasReused: Whether its last connection had been used before.
    ///   - keptConnectionEnded: Whether a connection ended under it before the last one.
    ///   - now: The time.
    mutating func learn(
        from outcome: Result<Response, TransportError>,
        of origin: Origin,
        wasReused: Bool,
        keptConnectionEnded: Bool,
        at now: Instant
    ) {
        if trusts.count >= Self.maximumCount { trusts = [:] }
        trusts[origin, default: .unproven].learn(
            from: outcome,
            wasReused: wasReused,
            keptConnectionEnded: keptConnectionEnded,
            at: now
        )
    }
}
