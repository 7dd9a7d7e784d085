internal import Foundation
internal import Synchronization
internal import UploadHTTP

/// Calls the observer of one transfer, one call after the other, and never after ``close()``.
///
/// Events come from several threads. The lock is recursive, since an observer may cancel the task
/// whose transfer it observes, which closes the relay from within the call.
final class EventRelay: Sendable {
    private let observer: @Sendable (TransferEvent) -> Void
    private let lock = NSRecursiveLock()
    private let isClosed = Atomic(false)

    init(_ observer: @escaping @Sendable (TransferEvent) -> Void) {
        self.observer = observer
    }

    /// Calls the observer with what `event` makes; it runs in the order of the calls.
    func send(_ event: () -> TransferEvent?) {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed.load(ordering: .relaxed), let event = event() else { return }
        observer(event)
    }

    /// Waits for a call that runs, and makes no other.
    func close() {
        lock.lock()
        defer { lock.unlock() }
        isClosed.store(true, ordering: .relaxed)
    }
}
