/// Where a batch takes its items from.
///
/// All calls come from the one task that runs the batch, one after the other.
package protocol ItemSource<Item>: ~Copyable {
    /// What is carried out.
    associatedtype Item: Sendable

    /// Hands over the next item.
    mutating func next() throws -> NextItem<Item>

    /// Takes note of an item that was handed over and has ended.
    mutating func ended(_ item: Item, at index: Int, _ kind: OutcomeKind)
}

extension ItemSource where Self: ~Copyable {
    /// Does nothing.
    package mutating func ended(_ item: Item, at index: Int, _ kind: OutcomeKind) {}
}

/// What a source answers when it is asked for an item.
package enum NextItem<Item: Sendable>: Sendable {
    /// The next item, and its position in the input.
    case item(Item, index: Int)
    /// The next item is there when this function has returned.
    case pending(@Sendable () async -> Void)
    /// The next item has to wait until one that runs has ended.
    case blocked
    /// There are no more items.
    case finished
}

/// The items of a sequence that never has to wait.
struct SequenceSource<Iterator: IteratorProtocol>: ItemSource where Iterator.Element: Sendable {
    private var iterator: Iterator
    private var index = 0

    init(_ iterator: Iterator) {
        self.iterator = iterator
    }

    mutating func next() -> NextItem<Iterator.Element> {
        guard let item = iterator.next() else { return .finished }
        defer { index += 1 }
        return .item(item, index: index)
    }
}
