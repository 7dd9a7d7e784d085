internal import UploadHTTP

/// The addresses of the hosts that a loop connects to.
struct NameCache {
    typealias Instant = ContinuousClock.Instant

    /// What is known of a host.
    enum Entry {
        /// It is being resolved, for these.
        case pending([SocketTransfer])
        /// Its addresses, until they are asked for again.
        case known([SocketAddress], until: Instant)

        fileprivate var isPending: Bool { if case .pending = self { true } else { false } }
    }

    /// How long addresses are used.
    private static let lifetime = Duration.seconds(60)

    /// How many hosts are known at most.
    private static let maximumCount = 1024

    private var entries: [String: Entry] = [:]

    /// The addresses of a host, if they are known.
    func addresses(of host: String, at now: Instant) -> [SocketAddress]? {
        guard case .known(let addresses, let end) = entries[host], now < end else { return nil }
        return addresses
    }

    /// Has `transfer` wait for the addresses of a host.
    ///
    /// - Returns: Whether nobody did so before.
    mutating func await(_ host: String, for transfer: SocketTransfer) -> Bool {
        guard case .pending(let others) = entries[host] else {
            entries[host] = .pending([transfer])
            return true
        }
        entries[host] = .pending(others + [transfer])
        return false
    }

    /// Takes the addresses of a host; a failure is forgotten at once.
    ///
    /// - Returns: Those who wait for them.
    mutating func take(
        _ outcome: NameResolution.Outcome,
        of host: String,
        at now: Instant
    ) -> [SocketTransfer] {
        guard case .pending(let transfers) = entries[host] else { return [] }
        if case .found(let addresses) = outcome {
            if entries.count > Self.maximumCount { entries = entries.filter { $0.value.isPending } }
            entries[host] = .known(addresses, until: now + Self.lifetime)
        } else {
            entries[host] = nil
        }
        return transfers
    }
}
