import Synchronization

/// Ends the waits of a thread that writes a body, since its task was cancelled.
final class Interruption: Sendable {
    /// Wakes the thread.
    let signal: WakeSignal

    private let isCancelled = Atomic(false)

    init() throws(BodyError) {
        do {
            signal = try WakeSignal()
        } catch {
            throw .output(operation: .poll, offset: 0, errno: error.number)
        }
    }

    /// Cancels; can be called from any thread.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        signal.raise()
    }

    /// Throws ``BodyError/cancelled`` after ``cancel()``.
    func check() throws(BodyError) {
        if isCancelled.load(ordering: .acquiring) { throw .cancelled }
    }

    /// Waits until the stream that `reader` stands in has bytes, ended, or ``cancel()`` is called.
    func wait(for reader: borrowing BodyReader, at offset: Int64) throws(BodyError) {
        let signal = signal
        reader.whenReady { signal.raise() }
        do {
            _ = try signal.wait(for: nil, 0)
        } catch {
            throw .output(operation: .poll, offset: offset, errno: error.number)
        }
    }
}
