import Synchronization

extension Body {
    /// Writes all bytes to a descriptor, from where it stands.
    ///
    /// - Parameters:
    ///   - descriptor: What to write to; it stays open.
    ///   - way: How the bytes of files are moved.
    /// - Returns: What was done.
    /// - Throws: What reading the body throws, ``BodyError/output(operation:offset:errno:)``, or
    ///   ``BodyError/cancelled``.
    @discardableResult
    @concurrent
    public func write(
        to descriptor: CInt,
        via way: WriteWay = .automatic
    ) async throws(BodyError) -> WriteReport {
        let signal: WakeSignal
        do {
            signal = try WakeSignal()
        } catch {
            throw .output(operation: .poll, offset: 0, errno: error.number)
        }
        let cancellation = Cancellation()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(SystemCallError) {
                    try DetachedThread.start {
                        continuation.resume(
                            returning: Result { () throws(BodyError) in
                                var writer = try BodyWriter(
                                    self,
                                    to: descriptor,
                                    signal: signal,
                                    isCancelled: { cancellation.isRaised.load(ordering: .relaxed) }
                                )
                                return try writer.run()
                            }
                        )
                    }
                } catch {
                    continuation.resume(
                        returning: .failure(
                            .output(operation: .write, offset: 0, errno: error.number)
                        )
                    )
                }
            }
        } onCancel: {
            cancellation.isRaised.store(true, ordering: .relaxed)
            signal.raise()
        }
        return try result.get()
    }

    private final class Cancellation: Sendable {
        let isRaised = Atomic(false)
    }
}
