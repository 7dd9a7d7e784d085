/// One item of a batch with how it ended.
public struct ItemResult<Item: Sendable, Value: Sendable>: Sendable {
    /// The 0-based position of the item in the input.
    public let index: Int

    /// The item.
    public let item: Item

    /// How it ended.
    public let outcome: ItemOutcome<Value>
}

/// What became of all items of a batch, in the order of the input.
public struct BatchResults<Item: Sendable, Value: Sendable>: Sendable {
    /// One result an item, in the order of the input.
    public let results: [ItemResult<Item, Value>]

    /// How many items ended in which way.
    public let counts: BatchCounts

    init(_ results: [ItemResult<Item, Value>]) {
        self.results = results
        var counts = BatchCounts()
        for result in results { counts.count(result.outcome.kind) }
        self.counts = counts
    }

    /// The items that succeeded, with what their closures returned.
    public var successes: [(item: Item, value: Value)] {
        results.compactMap { result in result.outcome.value.map { (result.item, $0) } }
    }

    /// The items that did not succeed, with how they ended instead.
    public var failures: [(item: Item, outcome: ItemOutcome<Value>)] {
        results.filter { $0.outcome.kind != .succeeded }.map { ($0.item, $0.outcome) }
    }
}
