#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps `SIGPIPE` from ending the process while a thread writes to pipes and sockets.
///
/// The system sends the signal to the thread that writes, together with `EPIPE`. What the process
/// does with the signal elsewhere stays as it is.
package enum BrokenPipeSignal {
    /// Runs `body` with the signal blocked, and takes it away if `body` raised it.
    static func withoutSignal<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var previous = sigset_t()
        block(&previous)
        // None is pending where it was not blocked.
        let wasPending = unsafe sigismember(&previous, SIGPIPE) == 1 && isPending
        defer {
            if !wasPending, isPending {
                // It is pending, so this doesn't wait.
                var signals = Self.signals
                var signal: CInt = 0
                unsafe sigwait(&signals, &signal)
            }
            unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
        }
        return try body()
    }

    /// Blocks the signal on this thread for good: its calls fail with `EPIPE` alone.
    package static func blockOnThread() {
        var previous = sigset_t()
        block(&previous)
    }

    private static func block(_ previous: inout sigset_t) {
        var signals = Self.signals
        unsafe pthread_sigmask(SIG_BLOCK, &signals, &previous)
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        return signals
    }

    private static var isPending: Bool {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return unsafe sigismember(&pending, SIGPIPE) == 1
    }
}
