internal import Synchronization
package import UploadHTTP

/// Collects the events of a transfer.
package final class EventLog: Sendable {
    private let log = Mutex<[TransferEvent]>([])

    package init() {}

    package var events: [TransferEvent] { log.withLock { $0 } }

    package var progress: [TransferProgress] {
        events.compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
    }

    package var informational: [Int] {
        events.compactMap { if case .informational(let head) = $0 { head.status } else { nil } }
    }

    package func append(_ event: TransferEvent) {
        log.withLock { $0.append(event) }
    }
}
