package import BodyStreaming
internal import Synchronization

/// The commands for a loop's thread, in order, and what wakes that thread.
package final class LoopQueue: Sendable {
    private struct State {
        /// Ends the thread's waiting; none once the thread has ended.
        var signal: WakeSignal?
        var commands: [LoopCommand] = []
        /// The thread waits for sockets, or is about to.
        var isWaiting = false
        var isStopping = false
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// What is readable as long as the thread is to wake.
    package let signal: CInt

    /// Creates an empty queue.
    ///
    /// - Throws: The error number, if there is no descriptor to be had.
    package init() throws(SystemCallError) {
        let signal = try WakeSignal()
        self.signal = signal.descriptor
        state = Mutex(State(signal: signal))
    }

    // MARK: From any thread

    /// Has the loop's thread carry out a command.
    ///
    /// - Returns: Whether it will; not if the loop has been stopped.
    package func send(_ command: LoopCommand) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            state.commands.append(command)
            if state.isWaiting {
                state.isWaiting = false
                state.signal?.raise()
            }
            return true
        }
    }

    /// Has the thread end, without waiting for it.
    package func stop() {
        state.withLock { state in
            guard !state.isStopping else { return }
            state.isStopping = true
            state.signal?.raise()
        }
    }

    /// Waits until the thread has ended.
    package func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiters.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    // MARK: On the loop's thread

    /// Exchanges `commands`, which is empty, for those that were sent.
    ///
    /// - Returns: Whether the loop has been stopped.
    package func take(_ commands: inout [LoopCommand]) -> Bool {
        state.withLock { state in
            swap(&commands, &state.commands)
            state.isWaiting = false
            return state.isStopping
        }
    }

    /// Whether the thread may wait: from now on a command wakes it.
    package func mayWait() -> Bool {
        state.withLock { state in
            state.isWaiting = state.commands.isEmpty && !state.isStopping
            return state.isWaiting
        }
    }

    /// Takes the signal back that ended a wait.
    package func lowerSignal() {
        state.withLock { $0.signal?.lower() }
    }

    /// Takes no command any more.
    ///
    /// - Returns: Those that were not carried out.
    package func close() -> [LoopCommand] {
        state.withLock { state in
            state.isStopping = true
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Says that the thread has ended.
    package func end() {
        let waiters = state.withLock { state in
            state.signal = nil
            state.hasEnded = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
