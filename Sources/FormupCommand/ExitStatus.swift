/// What the command tells the shell.
package enum ExitStatus: Int32, Sendable {
    /// All succeeded.
    case success = 0
    /// Something failed for good.
    case failure = 1
    /// The command line is wrong, or names an input that can't be read.
    case usage = 2
    /// Every failure left is temporary: `EX_TEMPFAIL` of `sysexits.h`.
    case temporaryFailure = 75
    /// SIGINT or SIGTERM ended the run.
    case interrupted = 130
}
