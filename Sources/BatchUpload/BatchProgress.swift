/// How far one item has come.
public struct ItemProgress: Sendable, Hashable {
    /// The bytes that arrived, as far as this system tells; never goes back, never passes the total.
    public var sentByteCount: Int64

    /// The bytes to send, or `nil` if that isn't known.
    public var totalByteCount: Int64?

    /// Creates a progress.
    public init(sentByteCount: Int64 = 0, totalByteCount: Int64? = nil) {
        self.sentByteCount = sentByteCount
        self.totalByteCount = totalByteCount
    }
}

/// How far a batch has come; neither counts, bytes nor fraction ever go back.
public struct BatchProgress: Sendable, Hashable {
    /// How many items ended in which way.
    public var counts = BatchCounts()

    /// How many items run.
    public var runningCount = 0

    /// How many items of those that run wait for another attempt.
    public var retryingCount = 0

    /// How many items there are, or `nil` if that isn't known; those that an earlier run has done
    /// are subtracted as they are found.
    public var itemCount: Int?

    /// The bytes that arrived; those of failed attempts don't count.
    public var sentByteCount: Int64 = 0

    /// The bytes of all items, or `nil` as long as that isn't known.
    public var totalByteCount: Int64?

    /// What part is done, from 0 to 1, or `nil` as long as nothing tells.
    ///
    /// By bytes if the total is known, else by items. Items that ended without success count as
    /// done.
    public var fraction: Double?

    /// Creates the progress of nothing.
    public init() {}
}
