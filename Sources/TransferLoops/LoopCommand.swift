/// What other threads have a loop's thread do.
package enum LoopCommand: Sendable {
    /// Send a request.
    case start(any LoopTransfer)
    /// End a transfer, if it has not ended.
    case cancel(any LoopTransfer)
    /// Go on with a body that has bytes again.
    case resume(any LoopTransfer)
    /// Run a part of a task.
    case run(UnownedJob)
    /// Anything else.
    case act(@Sendable () -> Void)
}
