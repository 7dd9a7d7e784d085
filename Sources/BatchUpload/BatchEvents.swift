internal import Synchronization
internal import UploadHTTP

/// What happens in one run of a batch, as a stream for one reader.
///
/// ```swift
/// let events = BatchEvents()
/// async let results = batch.run(photos, events: events) { … }
/// for await event in events.stream { show(event) }
/// show(await results)
/// ```
///
/// A slow reader never holds up the batch: progress that was not taken is replaced by the latest.
public final class BatchEvents: Sendable {
    private struct State {
        var queue: EventQueue?
        var isFinished = false
        var reader: CheckedContinuation<BatchEvent?, Never>?

        /// The reader that can go on, with what it gets.
        mutating func wake() -> (CheckedContinuation<BatchEvent?, Never>, BatchEvent?)? {
            guard let waiting = reader else { return nil }
            let event = queue?.next()
            guard event != nil || isFinished else { return nil }
            reader = nil
            return (waiting, event)
        }
    }

    private let byteCount: Int64?
    private let keepsEvents: Bool
    private let state = Mutex(State())

    /// Creates the events of one run.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes of all items, if they are known before the run begins.
    ///   - keepsItems: Whether the stream tells of single items, which are kept until they are
    ///     taken, and not only how far all together have come.
    public init(byteCount: Int64? = nil, keepsItems: Bool = true) {
        self.byteCount = byteCount
        keepsEvents = keepsItems
    }

    /// The events; it ends when the run has ended.
    ///
    /// Only one reader can iterate over it.
    public var stream: AsyncStream<BatchEvent> {
        AsyncStream {
            await self.next()
        } onCancel: {
            self.stopReading()
        }
    }

    /// How far the run has come.
    public var progress: BatchProgress {
        state.withLock { $0.queue?.total ?? BatchProgress() }
    }

    private func next() async -> BatchEvent? {
        await withCheckedContinuation { reader in
            change { state in
                precondition(state.reader == nil, "the events of a batch have one reader")
                state.reader = reader
                if Task.isCancelled { state.isFinished = true }
            }
        }
    }

    private func stopReading() {
        change { $0.isFinished = true }
    }

    private func change(_ body: (inout sending State) -> Void) {
        let woken = state.withLock { state in
            body(&state)
            return state.wake()
        }
        if let (reader, event) = woken { reader.resume(returning: event) }
    }

    // MARK: Recording

    func begin(itemCount: Int?) {
        change { state in
            precondition(state.queue == nil, "the events of a batch serve one run")
            state.queue = EventQueue(
                itemCount: itemCount,
                byteCount: byteCount,
                keepsEvents: keepsEvents
            )
        }
    }

    func finish() {
        change { $0.isFinished = true }
    }

    func recordLeftOut() {
        change { $0.queue?.leaveOut() }
    }

    func recordStart(of index: Int) {
        change { $0.queue?.start(index) }
    }

    func recordProgress(_ progress: TransferProgress, of index: Int) {
        change { $0.queue?.report(progress, of: index) }
    }

    func recordRetry(after delay: Duration, of index: Int) {
        change { $0.queue?.retry(index, after: delay) }
    }

    func recordEnd(of index: Int, _ kind: OutcomeKind) {
        change { $0.queue?.end(index, kind) }
    }
}
