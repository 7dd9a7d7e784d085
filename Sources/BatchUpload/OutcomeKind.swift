/// How an item ended, without the details; the names are those of the results file.
public enum OutcomeKind: String, Sendable, Hashable, CaseIterable {
    /// It was carried out, and the server said so.
    case succeeded
    /// It was not carried out.
    case failed
    /// It was cancelled before it can have been carried out.
    case cancelled
    /// It was never begun.
    case skipped
    /// It may have been carried out: the answer was lost.
    case unknown
    /// The server answered 200 to 299 before it had got all.
    case respondedEarly
}

/// An error that knows how the item ended that it was thrown from.
///
/// Any other error means ``OutcomeKind/failed``, except `CancellationError`.
public protocol OutcomeError: Error {
    /// How the item ended.
    var outcomeKind: OutcomeKind { get }
}
