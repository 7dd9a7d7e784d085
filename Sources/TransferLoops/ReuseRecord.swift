package import UploadHTTP

/// What a loop has learned about the kept connections of origins.
package struct ReuseRecord {
    package typealias Instant = ContinuousClock.Instant

    private var trusts: [Origin: ReuseTrust] = [:]

    package init() {}

    package func trust(in origin: Origin, at now: Instant) -> ReuseTrust {
        let trust = trusts[origin] ?? .unproven
        if case .broken(let until) = trust, until < now { return .unproven }
        return trust
    }

    /// Learns from the end of a transfer.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - origin: Whom it went to.
    ///   - wasReused: Whether its last connection had been used before.
    ///   - keptConnectionEnded: Whether a connection ended under it before the last one.
    ///   - now: The time.
    package mutating func learn(
        from outcome: Result<Response, TransportError>,
        of origin: Origin,
        wasReused: Bool,
        keptConnectionEnded: Bool,
        at now: Instant
    ) {
        if keptConnectionEnded || wasReused && Self.isLost(outcome) {
            trusts[origin] = .broken(until: now + ReuseTrust.memory)
        } else if wasReused, case .success = outcome, trust(in: origin, at: now) == .unproven {
            trusts[origin] = .proven
        }
    }

    /// Whether the connection ended before anything of a response came.
    private static func isLost(_ outcome: Result<Response, TransportError>) -> Bool {
        guard case .failure(let error) = outcome, case .connectionLost = error.kind else {
            return false
        }
        return error.responseHead == nil
    }
}
