internal import Foundation
internal import Synchronization
internal import UploadHTTP

/// Calls the observer of one transfer, one call after the other, and never after ``close()``.
///
/// Events come from several threads. The lock is recursive, since an observer may cancel the task
/// whose transfer it observes: the relay is closed from within the call then, and what would be
/// sent from within it is left out.
final class EventRelay: Sendable {
    private let observer: @Sendable (TransferEvent) -> Void
    private let lock = NSRecursiveLock()
    // Both change under the lock.
    private let isClosed = Atomic(false)
    private let isCalling = Atomic(false)

    init(_ observer: @escaping @Sendable (TransferEvent) -> Void) {
        self.observer = observer
    }

    /// Calls the observer with what `event` makes; it runs in the order of the calls.
    func send(_ event: () -> TransferEvent?) {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed.load(ordering: .relaxed), !isCalling.load(ordering: .relaxed),
            let event = event()
        else { return }
        isCalling.store(true, ordering: .relaxed)
        observer(event)
        isCalling.store(false, ordering: .relaxed)
    }

    /// Waits for a call that runs, and makes no other.
    func close() {
        lock.lock()
        defer { lock.unlock() }
        isClosed.store(true, ordering: .relaxed)
    }
}
