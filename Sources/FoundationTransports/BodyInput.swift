internal import BodyStreaming
internal import Foundation
internal import Synchronization

/// Reads a body for a caller who can wait, on any thread.
///
/// One thread reads; any thread may ``stop()``, which ends a read that waits.
final class BodyInput: Sendable {
    /// What a read is about to do or has done.
    enum Event {
        /// More bytes are asked for; those before `offset` have been taken.
        case asked(offset: Int64)
        /// The bytes before `offset` were handed over.
        case handed(offset: Int64)
        /// The end was handed over.
        case finished
        /// The bytes can't be read.
        case failed(BodyError)
    }

    private struct State: ~Copyable {
        /// `nil` as soon as nothing more is read, so that no file stays open.
        var reader: BodyReader?
        var offset: Int64
        var error: BodyError?
        var isFinished = false

        mutating func step(
            into buffer: UnsafeMutableBufferPointer<UInt8>,
            _ ready: DispatchSemaphore
        ) throws(BodyError) -> Step {
            if let error { throw error }
            var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            let outcome = try reader?.read(into: &output) ?? .finished
            let count = unsafe output.finalize(for: buffer)
            switch outcome {
            case .appended:
                offset += Int64(count)
                return .done(.handed(offset: offset), count: count)
            case .finished:
                isFinished = true
                reader = nil
                return .done(.finished, count: 0)
            case .pending:
                reader?.whenReady { ready.signal() }
                return .wait
            }
        }
    }

    private enum Step {
        case done(Event, count: Int)
        case wait
    }

    private let state: Mutex<State>
    private let observer: (@Sendable (Event) -> Void)?

    /// Creates an input that starts at `offset`.
    init(
        _ body: Body,
        at offset: Int64 = 0,
        observer: (@Sendable (Event) -> Void)? = nil
    ) throws(BodyError) {
        state = Mutex(State(reader: try body.reader(at: offset), offset: offset))
        self.observer = observer
    }

    /// Why there are no more bytes, if that isn't the end.
    var error: BodyError? { state.withLock { $0.error } }

    /// Whether the end was handed over.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Ends all reading with ``BodyError/cancelled``.
    func stop() {
        state.withLock { state in
            guard !state.isFinished, state.error == nil else { return }
            state.error = .cancelled
            state.reader?.cancel()
            state.reader = nil
        }
    }

    /// Fills `buffer` with the next bytes, waiting until there are some.
    ///
    /// - Returns: Their number; 0 at the end.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(BodyError) -> Int {
        observer?(.asked(offset: state.withLock { $0.offset }))
        while true {
            let ready = DispatchSemaphore(value: 0)
            let result = state.withLock { state -> Result<Step, BodyError> in
                do throws(BodyError) {
                    return .success(try unsafe state.step(into: buffer, ready))
                } catch {
                    state.error = error
                    state.reader = nil
                    return .failure(error)
                }
            }
            switch result {
            case .success(.done(let event, let count)):
                observer?(event)
                return count
            case .success(.wait):
                ready.wait()
            case .failure(let error):
                observer?(.failed(error))
                throw error
            }
        }
    }
}
