/// What happens while a batch runs.
@nonexhaustive
public enum BatchEvent: Sendable, Hashable {
    /// An item began.
    case started(index: Int)
    /// An item has come so far.
    case progress(index: Int, ItemProgress)
    /// An item is sent again after a wait.
    case retrying(index: Int, after: Duration)
    /// An item ended; comes once for each item, and last.
    case ended(index: Int, OutcomeKind)
    /// All items together have come so far.
    case total(BatchProgress)
}
