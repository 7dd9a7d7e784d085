internal import TransferLoops
internal import UploadHTTP

/// What a loop knows of the server of an origin.
final class Server {
    let origin: Origin

    /// The kept connections, the one used last behind the others.
    var idle: [SocketConnection] = []

    private var knownTrust = ReuseTrust.unproven

    init(_ origin: Origin) {
        self.origin = origin
    }

    /// What is known of its kept connections.
    func trust(at now: ContinuousClock.Instant) -> ReuseTrust {
        knownTrust.current(at: now)
    }

    /// Learns from the end of a transfer.
    func learn(from outcome: Result<Response, TransportError>, of transfer: SocketTransfer) {
        knownTrust.learn(
            from: outcome,
            wasReused: transfer.isReused,
            keptConnectionEnded: transfer.keptConnectionEnded,
            at: transfer.loop.now
        )
    }
}
