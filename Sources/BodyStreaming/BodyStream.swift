import Synchronization

/// A source of bytes that arrive over time, made anew for each reader.
public struct BodyStream: Sendable {
    /// The exact number of bytes the stream promises, or `nil` if it doesn't tell.
    ///
    /// A stream that delivers more or fewer fails with
    /// ``BodyError/streamLengthMismatch(label:promised:delivered:)``. The last of the promised bytes
    /// are handed over when the stream has ended.
    public let byteCount: Int64?

    /// Whether the stream can be made again.
    public let replayability: Replayability

    /// A few words that tell people where the bytes come from, for example `standard input`.
    public let label: String

    /// Runs the stream to its end, offering each chunk to `sink`, which suspends until it is taken.
    package let run: Run

    /// Whether a stream that runs once has been started; shared by all copies.
    private let consumption = Consumption()

    /// A function that offers the chunks of a stream, in order, to the `sink` it gets.
    package typealias Run =
        @Sendable (_ sink: (consuming [UInt8]) async throws -> Void) async throws -> Void

    /// Creates a stream of a function that offers its chunks to a sink.
    ///
    /// - Precondition: `byteCount` is not negative.
    package init(
        label: String,
        byteCount: Int64? = nil,
        replayability: Replayability = .always,
        run: @escaping Run
    ) {
        precondition(byteCount ?? 0 >= 0, "a stream can't promise a negative number of bytes")
        self.label = label
        self.byteCount = byteCount
        self.replayability = replayability
        self.run = run
    }

    /// Creates a stream of the chunks of an async sequence, which is made when the first byte is
    /// needed, in a task of its own.
    ///
    /// - Parameters:
    ///   - label: A few words that tell people where the bytes come from.
    ///   - byteCount: The exact number of bytes, or `nil` if it isn't known.
    ///   - replayability: Whether `make` may be called again, for another reader.
    ///   - make: Makes the sequence. Chunks may have any size; empty ones are left out.
    /// - Precondition: `byteCount` is not negative.
    public init<Chunks: AsyncSequence & Sendable>(
        label: String,
        byteCount: Int64? = nil,
        replayability: Replayability = .always,
        _ make: @escaping @Sendable () async throws -> Chunks
    ) where Chunks.Element == [UInt8] {
        self.init(label: label, byteCount: byteCount, replayability: replayability) { sink in
            for try await chunk in try await make() { try await sink(chunk) }
        }
    }

    /// Whether the stream runs once and has been started.
    var isConsumed: Bool {
        replayability == .once && consumption.hasStarted.load(ordering: .acquiring)
    }

    /// Marks the stream as started.
    ///
    /// - Returns: `false` if it runs once and had been started.
    func consume() -> Bool {
        guard replayability == .once else { return true }
        return !consumption.hasStarted.exchange(true, ordering: .acquiringAndReleasing)
    }

    private final class Consumption: Sendable {
        let hasStarted = Atomic(false)
    }
}
