import Synchronization

/// Lets one task wait until something is ready, or until the task is cancelled.
final class ReadySignal: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case raised
    }

    private let state = Mutex(State.idle)

    /// Ends the wait, or the next one if there is none yet.
    func raise() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .raised }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume()
    }

    /// Waits for ``raise()`` or for the cancellation of the task.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRaised = state.withLock { state in
                    if case .raised = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isRaised { continuation.resume() }
            }
        } onCancel: {
            raise()
        }
    }
}
