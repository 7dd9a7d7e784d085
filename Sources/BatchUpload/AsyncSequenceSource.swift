internal import Synchronization

/// The items of an asynchronous sequence, one fetched at a time.
struct AsyncSequenceSource<Sequence: AsyncSequence & Sendable>: ItemSource
where Sequence.Element: Sendable {
    private let slot: FetchSlot<Sequence>
    private var index = 0

    init(_ sequence: Sequence) {
        slot = FetchSlot(sequence)
    }

    mutating func next() throws -> NextItem<Sequence.Element> {
        switch slot.take() {
        case .empty:
            return .pending { [slot] in await slot.fetch() }
        case .fetched(let item):
            defer { index += 1 }
            return .item(item, index: index)
        case .finished: return .finished
        case .failed(let error): throw error
        }
    }
}

/// Holds the iterator of a sequence and what it returned last.
///
/// It is `@unchecked Sendable` for the iterator alone, which only ``fetch()`` touches. A batch calls
/// that from one child task at a time, and begins the next one after it has received the end of the
/// last one, which orders the accesses.
private final class FetchSlot<Sequence: AsyncSequence & Sendable>: @unchecked Sendable
where Sequence.Element: Sendable {
    enum Content: Sendable {
        case empty
        case fetched(Sequence.Element)
        case finished
        case failed(any Error)
    }

    private var iterator: Sequence.AsyncIterator
    private let content = Mutex(Content.empty)

    init(_ sequence: Sequence) {
        iterator = sequence.makeAsyncIterator()
    }

    /// Takes an element out; an end stays.
    func take() -> Content {
        content.withLock { content in
            let taken = content
            if case .fetched = taken { content = .empty }
            return taken
        }
    }

    func fetch() async {
        let next: Content
        do {
            next = try await iterator.next(isolation: nil).map { .fetched($0) } ?? .finished
        } catch {
            next = .failed(error)
        }
        content.withLock { $0 = next }
    }
}
