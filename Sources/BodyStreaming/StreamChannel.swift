import Synchronization

/// Hands the chunks of one stream from the task that makes them to the reader that takes them.
///
/// There is room for one chunk: the producer is suspended until its chunk is taken. The chunk that
/// completes a promised length is an exception: it is taken only after the stream has ended, so
/// that a stream that goes on past its promise fails before its last bytes are handed over.
final class StreamChannel: Sendable {
    /// What ``take()`` found.
    enum Taken {
        case chunk([UInt8])
        case pending
        case finished
    }

    private struct State {
        /// The chunk that waits for the reader.
        var chunk: [UInt8]?

        /// The number of bytes offered so far.
        var offered: Int64 = 0

        /// The producer, if it is suspended until ``chunk`` is taken.
        var producer: CheckedContinuation<Void, any Error>?

        /// What the reader waits for, if it does.
        var resume: (@Sendable () -> Void)?

        /// How the stream ended, if it did.
        var ending: Ending?

        /// Ends the stream, unless it has ended; returns what the reader waits for.
        mutating func end(with ending: Ending) -> Resume? {
            if self.ending == nil { self.ending = ending }
            defer { resume = nil }
            return resume
        }
    }

    private enum Ending {
        case finished
        case failed(BodyError)
    }

    private let label: String
    private let promised: Int64?
    private let state = Mutex(State())

    init(label: String, promised: Int64?) {
        self.label = label
        self.promised = promised
    }

    // MARK: Producer

    /// Offers a chunk and suspends until the reader takes it.
    ///
    /// - Throws: `CancellationError` if the reader is gone,
    ///   ``BodyError/streamLengthMismatch(label:promised:delivered:)`` if the chunk is too long.
    func offer(_ chunk: [UInt8]) async throws {
        guard !chunk.isEmpty else {
            // A source without an end of empty chunks must not keep a thread.
            await Task.yield()
            return try Task.checkCancellation()
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { offer(chunk, $0) }
        } onCancel: {
            cancel()
        }
    }

    private func offer(_ chunk: [UInt8], _ producer: CheckedContinuation<Void, any Error>) {
        let (answer, resume) = state.withLock { state -> (Result<Void, any Error>?, Resume?) in
            switch state.ending {
            case nil: break
            case .failed(let error) where !error.isCancellation: return (.failure(error), nil)
            case .failed, .finished: return (.failure(CancellationError()), nil)
            }
            state.offered += Int64(chunk.count)
            if let promised, state.offered > promised {
                let error = mismatch(state.offered)
                return (.failure(error), state.end(with: .failed(error)))
            }
            state.chunk = chunk
            if state.offered == promised { return (.success(()), nil) }
            state.producer = producer
            return (nil, state.resume.take())
        }
        if let answer { producer.resume(with: answer) }
        resume?()
    }

    /// Ends the stream, with the error that its run threw or none.
    func finish(_ error: (any Error)?) {
        let resume = state.withLock { state -> Resume? in
            guard let error else {
                let isShort = promised.map { state.offered < $0 } ?? false
                return state.end(with: isShort ? .failed(mismatch(state.offered)) : .finished)
            }
            let failure = (error as? BodyError) ?? .streamFailed(label: label, cause: error)
            return state.end(with: .failed(failure))
        }
        resume?()
    }

    private func mismatch(_ offered: Int64) -> BodyError {
        .streamLengthMismatch(label: label, promised: promised ?? offered, delivered: offered)
    }

    // MARK: Reader

    /// The chunk that waits, if one does.
    func take() throws(BodyError) -> Taken {
        let (taken, producer) = state.withLock { state -> (Result<Taken, BodyError>, Producer?) in
            if case .failed(let error) = state.ending { return (.failure(error), nil) }
            let isHeldBack = state.offered == promised && state.ending == nil
            guard !isHeldBack, let chunk = state.chunk.take() else {
                return (.success(state.ending == nil ? .pending : .finished), nil)
            }
            return (.success(.chunk(chunk)), state.producer.take())
        }
        producer?.resume()
        return try taken.get()
    }

    /// Calls `resume` once, when ``take()`` will not be pending.
    func whenReady(_ resume: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            let isHeldBack = state.offered == promised
            if state.ending != nil || state.chunk != nil && !isHeldBack { return true }
            state.resume = resume
            return false
        }
        if isReady { resume() }
    }

    /// Fails everything from here on with ``BodyError/cancelled``, unless the stream ended before.
    func cancel() {
        let (producer, resume) = state.withLock { state in
            (state.producer.take(), state.end(with: .failed(.cancelled)))
        }
        producer?.resume(throwing: CancellationError())
        resume?()
    }
}

private typealias Producer = CheckedContinuation<Void, any Error>
private typealias Resume = @Sendable () -> Void
