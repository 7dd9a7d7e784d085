/// One run of a batch: starts items while there is room, and gathers what ended.
struct BatchRun<Client: Sendable, Item: Sendable, Value: Sendable> {
    typealias Work = @Sendable (Item, ItemScope<Client>) async throws -> Value

    /// Why no other items are started.
    enum Stop {
        case cancelled
        case failure
        case source(any Error)
    }

    private enum Step: Sendable {
        case ended(ItemResult<Item, Value>)
        case fetched
    }

    let batch: Batch<Client>
    let events: BatchEvents?
    let work: Work

    /// Runs until the source is exhausted or the batch is stopped, and everything begun has ended.
    ///
    /// - Parameters:
    ///   - source: Where the items come from.
    ///   - deliver: Gets each result as its item ends, one after the other.
    /// - Returns: Why the batch stopped before the source was exhausted, if it did.
    func run<Source: ItemSource & ~Copyable>(
        _ source: inout Source,
        deliver: (ItemResult<Item, Value>) async -> Void
    ) async -> Stop? where Source.Item == Item {
        let limit = max(1, batch.maximumConcurrency)
        return await withTaskGroup(of: Step.self) { group in
            var runningCount = 0
            var isFetching = false
            var isExhausted = false
            var stop: Stop?
            while true {
                filling: while stop == nil, !isExhausted, !isFetching, runningCount < limit {
                    guard !Task.isCancelled else {
                        stop = .cancelled
                        break
                    }
                    switch Result(catching: { try source.next() }) {
                    case .success(.item(let item, let index)):
                        runningCount += 1
                        group.addTask { await .ended(carryOut(item, at: index)) }
                    case .success(.pending(let wait)):
                        isFetching = true
                        group.addTask {
                            await wait()
                            return .fetched
                        }
                    case .success(.blocked):
                        precondition(runningCount > 0, "a source waits for items that don't run")
                        break filling
                    case .success(.finished): isExhausted = true
                    case .failure(let error):
                        let isCancelled = error is CancellationError && Task.isCancelled
                        stop = isCancelled ? .cancelled : .source(error)
                    }
                }
                switch await group.next() {
                case nil: return stop
                case .fetched: isFetching = false
                case .ended(let result):
                    runningCount -= 1
                    source.ended(result.item, at: result.index, result.outcome.kind)
                    await deliver(result)
                    if stop == nil, stops(after: result.outcome) {
                        stop = .failure
                        group.cancelAll()
                    }
                }
            }
        }
    }

    private func stops(after outcome: ItemOutcome<Value>) -> Bool {
        if outcome.error is BatchError { return true }
        return batch.failurePolicy == .failFast && outcome.kind != .succeeded
    }

    @concurrent private func carryOut(
        _ item: Item,
        at index: Int
    ) async -> ItemResult<Item, Value> {
        let outcome: ItemOutcome<Value>
        if Task.isCancelled {
            outcome = .cancelled(nil)
        } else {
            events?.recordStart(of: index)
            let scope = ItemScope(client: batch.client, index: index, events: events)
            do {
                outcome = .succeeded(try await work(item, scope))
            } catch {
                outcome = ItemOutcome(thrown: error)
            }
        }
        events?.recordEnd(of: index, outcome.kind)
        return ItemResult(index: index, item: item, outcome: outcome)
    }
}
