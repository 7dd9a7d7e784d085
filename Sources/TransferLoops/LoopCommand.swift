/// What other threads have a loop's thread do.
package enum LoopCommand<Transfer: LoopTransfer>: Sendable {
    /// Send a request.
    case start(Transfer)
    /// End a transfer, if it has not ended.
    case cancel(Transfer)
    /// Go on with a body that has bytes again.
    case resume(Transfer)
    /// Run a part of a task.
    case run(UnownedJob)
    /// Anything else.
    case act(@Sendable () -> Void)
}
