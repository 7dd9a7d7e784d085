internal import BodyStreaming
internal import Foundation
internal import Synchronization
internal import UploadHTTP

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One request on its way through a session.
///
/// Whatever happens first ends it: the answer, an error, a timer, a limit or a cancellation. The
/// caller has the outcome then, without waiting for the session, which may take its time to stop.
final class URLSessionTransfer: Sendable {
    typealias Outcome = Result<Response, TransportError>

    let request: Request
    let relay: EventRelay?
    let vendor: BodyVendor?
    let state: Mutex<TransferState>
    private let session: RoutedSession
    private let release: @Sendable () -> Void

    /// Creates a transfer.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - session: What carries it.
    ///   - observer: Who hears of events.
    ///   - release: Called after the end, when the session isn't needed for this transfer.
    init(
        _ request: Request,
        session: RoutedSession,
        observer: (@Sendable (TransferEvent) -> Void)?,
        release: @escaping @Sendable () -> Void
    ) {
        self.request = request
        self.session = session
        self.release = release
        relay = observer.map { EventRelay($0) }
        vendor = request.streamedBody.map { body in
            BodyVendor(body, isRepeatable: request.isRepeatable)
        }
        state = Mutex(TransferState(request, at: .now))
    }

    /// Sends the request and returns the outcome; called once.
    func run() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { start($0) }
        } onCancel: {
            end(with: .cancelled)
        }
    }

    private func start(_ continuation: TransferState.Continuation) {
        let urlRequest: URLRequest
        do {
            urlRequest = try URLRequest(request)
        } catch {
            release()
            return continuation.resume(returning: .failure(error))
        }
        let task = session.task(urlRequest, hasBody: vendor != nil, for: self)
        let isCancelled = state.withLock { state in
            guard !state.hasEnded else { return true }
            state.continuation = continuation
            state.task = task
            state.watch = Task { [self] in await watchClock() }
            return false
        }
        if isCancelled {
            stop(task)
            continuation.resume(returning: .failure(TransportError(.cancelled)))
        } else {
            task.resume()
        }
    }

    /// Ends the transfer from this side.
    func end(with kind: TransportError.Kind) {
        end { state in .failure(error(kind, state)) }
    }

    /// Ends the transfer, if nothing has ended it before.
    func end(_ outcome: (inout TransferState) -> Outcome) {
        typealias Ended = (
            outcome: Outcome, continuation: TransferState.Continuation, task: URLSessionTask?,
            watch: Task<Void, Never>?
        )
        let ended = state.withLock { state -> Ended? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            guard let continuation = state.continuation.take() else { return nil }
            let outcome = outcome(&state)
            // What came of a content that goes to a file is gone before the caller goes on.
            state.sink = ResponseSink(.memory, limit: 0)
            return (outcome, continuation, state.task.take(), state.watch)
        }
        guard let ended else { return }
        ended.watch?.cancel()
        reportProgress()
        relay?.close()
        // First, so that the session doesn't wait in a read.
        vendor?.stop()
        if let task = ended.task { stop(task) }
        ended.continuation.resume(returning: ended.outcome)
    }

    /// Stops a task on another thread: on Linux that waits for the session's own queue, which may be
    /// busy with this very transfer.
    private func stop(_ task: URLSessionTask) {
        DispatchQueue.global().async { [session, release] in
            session.end(task)
            release()
        }
    }
}
