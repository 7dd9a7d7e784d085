/// How many items ended in which way.
public struct BatchCounts: Sendable, Hashable {
    /// Items that succeeded.
    public private(set) var succeeded = 0
    /// Items that failed.
    public private(set) var failed = 0
    /// Items that were cancelled.
    public private(set) var cancelled = 0
    /// Items that were never begun.
    public private(set) var skipped = 0
    /// Items that may have been carried out.
    public private(set) var unknown = 0
    /// Items that the server answered before it had got all.
    public private(set) var respondedEarly = 0

    /// Creates counts of nothing.
    public init() {}

    /// All items that ended.
    public var total: Int { succeeded + failed + cancelled + skipped + unknown + respondedEarly }

    /// Counts one more item that ended in this way.
    public mutating func count(_ kind: OutcomeKind) {
        switch kind {
        case .succeeded: succeeded += 1
        case .failed: failed += 1
        case .cancelled: cancelled += 1
        case .skipped: skipped += 1
        case .unknown: unknown += 1
        case .respondedEarly: respondedEarly += 1
        }
    }

    /// How many items ended in this way.
    public subscript(kind: OutcomeKind) -> Int {
        switch kind {
        case .succeeded: succeeded
        case .failed: failed
        case .cancelled: cancelled
        case .skipped: skipped
        case .unknown: unknown
        case .respondedEarly: respondedEarly
        }
    }
}
