/// One run of a ``BodyStream``, from which a reader takes chunks.
///
/// A task of its own runs the stream; it is cancelled when the feed goes away.
final class StreamFeed: Sendable {
    private let channel: StreamChannel
    private let pump: Task<Void, Never>

    /// Starts `stream`.
    ///
    /// - Throws: ``BodyError/alreadyConsumed(label:)``.
    init(_ stream: BodyStream) throws(BodyError) {
        guard stream.consume() else { throw .alreadyConsumed(label: stream.label) }
        let channel = StreamChannel(label: stream.label, promised: stream.byteCount)
        self.channel = channel
        pump = Task {
            do {
                try await stream.run { chunk in try await channel.offer(chunk) }
                channel.finish(nil)
            } catch {
                channel.finish(error)
            }
        }
    }

    deinit {
        cancel()
    }

    /// The next chunk, if there is one.
    func take() throws(BodyError) -> StreamChannel.Taken {
        try channel.take()
    }

    /// Calls `resume` once, when ``take()`` will not be pending.
    func whenReady(_ resume: @escaping @Sendable () -> Void) {
        channel.whenReady(resume)
    }

    /// Suspends until ``take()`` will not be pending; cancelling the task stops the stream.
    func waitUntilReady() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                whenReady { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Stops the stream.
    func cancel() {
        // First, so that the stream finds its task cancelled when its sink throws.
        pump.cancel()
        channel.cancel()
    }
}
