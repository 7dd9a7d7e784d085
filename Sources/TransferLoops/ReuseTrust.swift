package import UploadHTTP

/// What is known of an origin's kept connections.
///
/// Some servers close a connection right behind an answer, without having said so. A request that
/// crosses this end is lost, and nobody can tell whether it was read. So the first request that is
/// not repeatable and uses a connection again sends its header, and holds its content back for a
/// moment: a request without its content can't be carried out, and may be sent again.
package enum ReuseTrust: Equatable {
    /// No kept connection has been used.
    case unproven
    /// One has answered a second request.
    case proven
    /// One ended under a request: until then those that are not repeatable get connections of their
    /// own.
    case broken(until: ContinuousClock.Instant)

    /// How long the first content is held back.
    package static let holdingTime = Duration.milliseconds(25)

    /// How long an end is held against an origin.
    package static let memory = Duration.seconds(60)

    /// What is left of it: an end is forgotten in time.
    package func current(at now: ContinuousClock.Instant) -> ReuseTrust {
        if case .broken(let until) = self, until < now { return .unproven }
        return self
    }

    /// Learns from the end of a transfer.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - wasReused: Whether its last connection had been used before.
    ///   - keptConnectionEnded: Whether a connection ended under it before the last one.
    ///   - now: The time.
    package mutating func learn(
        from outcome: Result<Response, TransportError>,
        wasReused: Bool,
        keptConnectionEnded: Bool,
        at now: ContinuousClock.Instant
    ) {
        if keptConnectionEnded || wasReused && Self.isLost(outcome) {
            self = .broken(until: now + Self.memory)
        } else if wasReused, case .success = outcome, current(at: now) == .unproven {
            self = .proven
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
