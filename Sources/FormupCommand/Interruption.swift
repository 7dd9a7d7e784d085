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

    /// Watches for the signals, and ignores SIGPIPE, so that a closed pipe is an error of the write
    /// that met it.
    ///
    /// Has to be called before any other thread is started: threads inherit what is blocked.
    package static func watch() {
        signal(SIGPIPE, SIG_IGN)
        var signals = watchedSignals()
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let isStarted = unsafe pthread_create(
            &thread,
            nil,
            { _ in
                Interruption.waitAndInterrupt()
                return nil
            },
            nil
        )
        if isStarted != 0 { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    }

    /// Calls `cancel` at the first signal from now on.
    ///
    /// A second one, or work that doesn't end within a few seconds, ends the process after its
    /// temporary files are removed. So does the first one before this call.
    package static func cancels(_ cancel: @escaping @Sendable () -> Void) {
        self.cancel.withLock { $0 = cancel }
    }

    private static func waitAndInterrupt() {
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
