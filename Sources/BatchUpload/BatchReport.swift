/// What became of a recorded batch.
public struct BatchReport: Sendable {
    /// How many items ended in which way in this run.
    public private(set) var counts = BatchCounts()

    /// How many items were left out since an earlier run had done them.
    public internal(set) var alreadySucceededCount = 0

    /// How many items failed for a reason that may pass.
    public private(set) var temporaryFailureCount = 0

    /// Whether the run was cancelled.
    public internal(set) var wasCancelled = false

    /// The position of the first item, from 0, that has no result since a run that was cancelled had
    /// no time for it; it and all behind it were not begun. `nil` if every item has one.
    public internal(set) var firstUnlistedIndex: Int?

    /// Creates the report of nothing.
    public init() {}

    /// How many items did not succeed.
    public var unsuccessfulCount: Int { counts.total - counts.succeeded }

    /// Whether something did not succeed and the same batch may succeed later, without harm.
    public var hasOnlyTemporaryFailures: Bool {
        unsuccessfulCount > 0 && temporaryFailureCount == unsuccessfulCount
    }

    /// Counts a result.
    public mutating func count(_ line: ResultLine) {
        count(line.outcome, isRetryable: line.error?.isRetryable ?? false)
    }

    /// Counts an item that ended in this way.
    package mutating func count(_ outcome: OutcomeKind, isRetryable: Bool) {
        counts.count(outcome)
        if outcome == .failed, isRetryable { temporaryFailureCount += 1 }
    }
}
