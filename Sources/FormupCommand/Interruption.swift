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
    private static let handler = Mutex<(@Sendable () -> Void)?>(nil)

    /// How many seconds the work gets to end after the signal.
    private static let grace: UInt32 = 5

    /// Blocks the signals for this thread and for all that it starts, and ignores SIGPIPE, so that
    /// a closed pipe is an error of the write that met it.
    package static func block() {
        signal(SIGPIPE, SIG_IGN)
        var signals = watchedSignals()
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Calls `cancel` at the first signal.
    ///
    /// A second one, or work that doesn't end within a few seconds, ends the process after its
    /// temporary files are removed.
    package static func onSignal(_ cancel: @escaping @Sendable () -> Void) {
        handler.withLock { $0 = cancel }
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        unsafe pthread_create(
            &thread,
            nil,
            { _ in
                Interruption.watch()
                return nil
            },
            nil
        )
    }

    private static func watch() {
        waitForSignal()
        handler.withLock { $0 }?()
        alarm(grace)
        waitForSignal()
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
