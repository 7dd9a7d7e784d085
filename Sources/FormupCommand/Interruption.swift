import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Turns SIGINT and SIGTERM into the cancellation of the command's work.
package enum Interruption {
    private static let cancel = Mutex<(@Sendable () -> Void)?>(nil)

    /// How many seconds the work gets to end after the signal.
    private static let grace: UInt32 = 5

    /// Keeps the signals for ``wait()``, and ignores SIGPIPE and SIGXFSZ, so that a closed pipe or a
    /// file that may not grow is an error of the write that met it.
    ///
    /// Has to be called before any other thread is started: threads inherit what is blocked.
    package static func block() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var signals = watchedSignals()
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Calls `cancel` at the first signal from now on.
    ///
    /// A second one, or work that doesn't end within a few seconds, ends the process after its
    /// temporary files are removed. So does the first one before this call.
    package static func cancels(_ cancel: @escaping @Sendable () -> Void) {
        self.cancel.withLock { $0 = cancel }
    }

    /// Waits for the signals on the calling thread, for as long as the process lives.
    ///
    /// The main thread has to be here: under an asynchronous `main` the runtime parks it with every
    /// signal unblocked, so that their default action would end the process.
    package static func wait() -> Never {
        waitForSignal()
        if let cancel = cancel.withLock({ $0 }) {
            cancel()
            alarm(grace)
            waitForSignal()
        }
        TemporaryFiles.removeAll()
        _exit(ExitStatus.interrupted.rawValue)
    }

    private static func waitForSignal() {
        var signals = watchedSignals()
        var number: CInt = 0
        while unsafe sigwait(&signals, &number) != 0 {}
    }

    private static func watchedSignals() -> sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGALRM] { unsafe sigaddset(&signals, number) }
        return signals
    }
}
