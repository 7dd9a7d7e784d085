internal import Synchronization
package import UploadHTTP

/// The loops of one transport, which take turns.
package final class LoopPool<Loop: TransferLoop>: Sendable {
    private struct State {
        var loops: [Loop] = []
        var next = 0
        var isShutDown = false
    }

    private let count: Int
    private let makeLoop: @Sendable () throws(TransportError) -> Loop
    private let state = Mutex(State())

    /// Creates a pool; a loop is made when it is needed first.
    ///
    /// - Parameters:
    ///   - count: How many loops there are at most; at least one.
    ///   - makeLoop: Starts a loop.
    package init(
        count: Int,
        _ makeLoop: @escaping @Sendable () throws(TransportError) -> Loop
    ) {
        self.count = max(1, count)
        self.makeLoop = makeLoop
    }

    deinit {
        for loop in state.withLock({ $0.loops }) { loop.queue.stop() }
    }

    /// The loop that comes next, started if there are not enough.
    ///
    /// - Throws: ``TransportError/Kind/shutDown``, or what starting a loop throws.
    package func loop() throws(TransportError) -> Loop {
        try state.withLock { state throws(TransportError) in
            guard !state.isShutDown else { throw TransportError(.shutDown) }
            if state.loops.count < count { state.loops.append(try makeLoop()) }
            state.next = (state.next + 1) % count
            return state.loops[state.next % state.loops.count]
        }
    }

    /// Ends all transfers with ``TransportError/Kind/shutDown``, and waits for the threads to end.
    package func shutDown() async {
        let loops = state.withLock { state in
            state.isShutDown = true
            defer { state.loops = [] }
            return state.loops
        }
        for loop in loops { loop.queue.stop() }
        for loop in loops { await loop.queue.ended() }
    }
}
