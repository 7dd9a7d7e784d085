import Synchronization

/// The bytes of a ``Body`` as an asynchronous sequence of chunks.
///
/// A chunk is read when it is asked for. Cancelling the task ends it with
/// ``BodyError/cancelled``.
public struct BodyChunks: AsyncSequence, Sendable {
    private let body: Body
    private let byteCount: Int

    init(_ body: Body, byteCount: Int) {
        precondition(byteCount > 0, "chunks must have at least one byte")
        self.body = body
        self.byteCount = byteCount
    }

    /// Creates an iterator that starts at the first byte.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: body, byteCount: byteCount)
    }

    /// A position in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let body: Body
        fileprivate let byteCount: Int
        private let source = Source()

        fileprivate init(body: Body, byteCount: Int) {
            self.body = body
            self.byteCount = byteCount
        }

        /// The next chunk, which is not empty; `nil` at the end and after an error.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(BodyError) -> [UInt8]? {
            try await source.next(of: body, byteCount: byteCount)
        }

        /// The next chunk, which is not empty; `nil` at the end and after an error.
        public mutating func next() async throws(BodyError) -> [UInt8]? {
            try await source.next(of: body, byteCount: byteCount)
        }
    }

    /// The reader of one iterator, which copies of the iterator share.
    private final class Source: Sendable {
        private struct State: ~Copyable {
            var reader: BodyReader?
            var hasStarted = false

            mutating func end() {
                reader = nil
                hasStarted = true
            }
        }

        private enum Step {
            case chunk([UInt8])
            case pending(StreamFeed?)
            case finished
        }

        private let state = Mutex(State())

        /// Reads the next chunk off the caller's actor, since reading a file can take its time.
        @concurrent
        func next(of body: Body, byteCount: Int) async throws(BodyError) -> [UInt8]? {
            while true {
                guard !Task.isCancelled else {
                    state.withLock { $0.end() }
                    throw .cancelled
                }
                switch try step(body, byteCount) {
                case .chunk(let chunk): return chunk
                case .pending(let feed): await feed?.waitUntilReady()
                case .finished: return nil
                }
            }
        }

        private func step(_ body: Body, _ byteCount: Int) throws(BodyError) -> Step {
            try state.withLock { state throws(BodyError) in
                if !state.hasStarted {
                    state.hasStarted = true
                    state.reader = try body.reader()
                }
                guard var reader = state.reader.take() else { return .finished }
                // Room for one byte at the end lets the reader see that it is the end.
                let remaining = body.length.map { Swift.max($0 - reader.offset, 1) } ?? .max
                var outcome = BodyReadOutcome.finished
                let capacity = Int(Swift.min(remaining, Int64(byteCount)))
                let chunk = try [UInt8](capacity: capacity) { output throws(BodyError) in
                    outcome = try reader.read(into: &output)
                }
                guard outcome != .finished else { return .finished }
                let feed = reader.feed
                state.reader = consume reader
                return outcome == .pending ? .pending(feed) : .chunk(chunk)
            }
        }
    }
}
