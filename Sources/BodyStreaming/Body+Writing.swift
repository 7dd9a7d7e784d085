extension Body {
    /// Writes all bytes to a descriptor, from where it stands.
    ///
    /// A thread of its own does the writing, so that a slow descriptor keeps no thread of the
    /// concurrency pool. A descriptor that doesn't block is waited for; the flags of one that does
    /// are left as they are, but a socket has a send timeout of a tenth of a second (`SO_SNDTIMEO`)
    /// until the writing ends, unless `way` is ``WriteWay/copy``. `SIGPIPE` is not raised.
    ///
    /// Cancelling the task ends the writing with ``BodyError/cancelled`` between two system calls.
    /// A single call can wait only for a device, or for a pipe that can't be opened again by
    /// `/proc/self/fd`.
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
        let interruption = try Interruption()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(SystemCallError) {
                    try DetachedThread.start {
                        continuation.resume(
                            returning: Result { () throws(BodyError) in
                                try write(to: descriptor, via: way, until: interruption)
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
            interruption.cancel()
        }
        return try result.get()
    }

    /// Writes all bytes to a descriptor as ``write(to:via:)`` does, on the current thread.
    ///
    /// - Parameters:
    ///   - descriptor: What to write to; it stays open.
    ///   - way: How the bytes of files are moved.
    /// - Returns: What was done.
    /// - Throws: As ``write(to:via:)``, but for ``BodyError/cancelled``.
    /// - Precondition: The body has no streams: they need the concurrency pool, of which the
    ///   current thread may be one.
    @discardableResult
    package func writeSynchronously(
        to descriptor: CInt,
        via way: WriteWay = .automatic
    ) throws(BodyError) -> WriteReport {
        precondition(!hasStreams, "a body with streams can't be written synchronously")
        return try write(to: descriptor, via: way, until: Interruption())
    }

    private func write(
        to descriptor: CInt,
        via way: WriteWay,
        until interruption: Interruption
    ) throws(BodyError) -> WriteReport {
        var writer = try BodyWriter(
            reader(),
            to: descriptor,
            via: way,
            interruption: interruption
        )
        return try writer.run()
    }

    private var hasStreams: Bool {
        segments.streams().contains { _ in true }
    }
}
