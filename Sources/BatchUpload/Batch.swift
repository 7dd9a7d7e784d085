/// Carries out many uploads, at most so many at once, and ends when the last of them has ended.
///
/// Each item is an asynchronous closure, which may send one request, several at once, or several
/// that depend on each other. What it awaits is inside of the batch, on the way of an error too:
///
/// ```swift
/// let batch = Batch(client: session, maximumConcurrency: 4)
/// let results = await batch.run(photos) { photo, scope in
///     try await scope.send(photo.request())
/// }
/// print(results.counts.succeeded, results.failures.map(\.item))
/// ```
///
/// A batch is a value without state: it can be run again, also while another run goes on.
public struct Batch<Client: Sendable>: Sendable {
    /// What the items send with; they find it in their ``ItemScope``.
    public var client: Client

    /// How many items are carried out at once at most; 8 by default.
    public var maximumConcurrency: Int

    /// What the failure of one item means for the others; nothing by default.
    public var failurePolicy: FailurePolicy

    /// Creates a batch.
    ///
    /// - Parameters:
    ///   - client: What the items send with.
    ///   - maximumConcurrency: How many items are carried out at once, at least 1; with 1 they are
    ///     carried out one after the other, in the order of the input.
    ///   - failurePolicy: What the failure of one item means for the others.
    public init(
        client: Client,
        maximumConcurrency: Int = 8,
        failurePolicy: FailurePolicy = .collectAll
    ) {
        self.client = client
        self.maximumConcurrency = maximumConcurrency
        self.failurePolicy = failurePolicy
    }

    /// Carries out `work` for every item, and returns when each has ended.
    ///
    /// It returns once, also if every item fails or there are none. When the task is cancelled,
    /// what runs is cancelled, what has not begun is reported as cancelled, and what succeeded
    /// nevertheless is reported as succeeded.
    ///
    /// - Parameters:
    ///   - items: What to carry out.
    ///   - events: Gets what happens on the way; serves one run.
    ///   - work: Carries out one item. An error that it throws is the item's alone.
    /// - Returns: One result an item, in the order of the input.
    public func run<Item: Sendable, Value: Sendable>(
        _ items: some Collection<Item>,
        events: BatchEvents? = nil,
        _ work: @escaping @Sendable (Item, ItemScope<Client>) async throws -> Value
    ) async -> BatchResults<Item, Value> {
        events?.begin(itemCount: items.count)
        defer { events?.finish() }
        var ended = [ItemResult<Item, Value>?](repeating: nil, count: items.count)
        var source = SequenceSource(items.makeIterator())
        let run = BatchRun(batch: self, events: events, work: work)
        let stop = await run.run(&source) { ended[$0.index] = $0 }
        let rest: ItemOutcome<Value> =
            if case .failure? = stop { .skipped(.batchStopped) } else { .cancelled(nil) }
        let results = zip(items, ended).enumerated().map { index, pair in
            if let result = pair.1 { return result }
            events?.recordEnd(of: index, rest.kind)
            return ItemResult(index: index, item: pair.0, outcome: rest)
        }
        return BatchResults(results)
    }

    /// Carries out `work` for every item of a sequence that may be long, slow or endless, and
    /// delivers each result as its item ends.
    ///
    /// Only the items in flight are in memory. When the task is cancelled or the failure policy
    /// stops the batch, no other item is taken from the sequence: what it has not handed over has
    /// no result.
    ///
    /// - Parameters:
    ///   - items: What to carry out; indexes count from 0 in its order.
    ///   - events: Gets what happens on the way; serves one run.
    ///   - work: Carries out one item. An error that it throws is the item's alone.
    ///   - deliver: Gets each result, one after the other, on the caller's actor.
    /// - Returns: How many items ended in which way.
    /// - Throws: The error of the sequence, after everything begun has ended.
    public func run<Items: AsyncSequence & Sendable, Value: Sendable>(
        streaming items: Items,
        events: BatchEvents? = nil,
        _ work: @escaping @Sendable (Items.Element, ItemScope<Client>) async throws -> Value,
        deliver: (ItemResult<Items.Element, Value>) async -> Void
    ) async throws -> BatchCounts where Items.Element: Sendable {
        var source = AsyncSequenceSource(items)
        events?.begin(itemCount: nil)
        defer { events?.finish() }
        var counts = BatchCounts()
        let run = BatchRun(batch: self, events: events, work: work)
        let stop = await run.run(&source) { result in
            counts.count(result.outcome.kind)
            await deliver(result)
        }
        if case .source(let error)? = stop { throw error }
        return counts
    }
}
