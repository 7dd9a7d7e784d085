import Synchronization

/// Something that tasks wait for and that a test opens; waiting ends with cancellation, too.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var arrivals = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// The watchers whose count is reached.
        mutating func satisfied() -> [CheckedContinuation<Void, Never>] {
            defer { watchers.removeAll { $0.count <= arrivals } }
            return watchers.filter { $0.count <= arrivals }.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    /// Waits until the gate is open.
    func pass() async throws {
        let (ticket, watchers) = state.withLock { state in
            state.arrivals += 1
            return (state.arrivals, state.satisfied())
        }
        for watcher in watchers { watcher.resume() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let passes = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.waiters[ticket] = continuation
                    return false
                }
                if passes { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
        }
        try Task.checkCancellation()
    }

    /// Waits until this many have come to the gate, in all.
    func arrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrivals >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets all pass, those who come later too.
    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }
}
