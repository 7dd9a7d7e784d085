extension BodyReader {
    /// Suspends until the next read will not be ``BodyReadOutcome/pending``; cancelling the task
    /// stops the stream, so that the next read fails with ``BodyError/cancelled``.
    package func waitUntilReady() async {
        await feed?.waitUntilReady()
    }
}
