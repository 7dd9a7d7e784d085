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
    let state: Mutex<TransferState>
    private let makeSession: @Sendable () -> RoutedSession

    /// Where the session is called, since on Linux each call waits for a queue that serves all
    /// sessions; a serial queue has a thread of its own, so that no other work waits with it.
    private let queue = DispatchQueue(label: "FoundationTransports.URLSessionTransfer")

    /// Creates a transfer.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - observer: Who hears of events.
    ///   - makeSession: Called if the request is sent at all.
    init(
        _ request: Request,
        observer: (@Sendable (TransferEvent) -> Void)?,
        makeSession: @escaping @Sendable () -> RoutedSession
    ) {
        self.request = request
        self.makeSession = makeSession
        relay = observer.map { EventRelay($0) }
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
        let isCancelled = state.withLock { state in
            guard !state.hasEnded else { return true }
            state.continuation = continuation
            state.helpers = [Task { [self] in await watchClock() }]
            return false
        }
        guard !isCancelled else {
            return continuation.resume(returning: .failure(TransportError(.cancelled)))
        }
        do {
            try request.checkBodyLength()
            prepare(try URLRequest(request))
        } catch {
            end(with: error.kind)
        }
    }

    private var limit: Int64? { request.options.maximumBodyByteCount }

    /// Begins as soon as no read of the body has to wait.
    ///
    /// The system reads on a queue that serves other requests as well, on Linux those of all
    /// sessions, so that a read that waits holds them up: a body with streams goes to a temporary
    /// file first.
    private func prepare(_ urlRequest: URLRequest) {
        guard let body = request.body, body.streamLabel != nil else {
            return queue.async { [self] in begin(urlRequest, request.body) }
        }
        let spooling = Task { [self] in
            do throws(BodyError) {
                let spooled = try await body.spooled(SpoolOptions(byteCountLimit: limit))
                queue.async { [self] in begin(urlRequest, spooled) }
            } catch .spoolLimitExceeded(let limit) {
                end(with: .bodyTooLarge(limit: limit))
            } catch {
                end(with: .body(error))
            }
        }
        state.withLock { state in
            state.bodyIsUsedUp = body.replayability == .once
            state.helpers.append(spooling)
            if state.hasEnded { spooling.cancel() }
        }
    }

    /// Hands the request to a session; runs on the queue.
    private func begin(_ urlRequest: URLRequest, _ body: Body?) {
        guard !state.withLock({ $0.hasEnded }) else { return }
        var urlRequest = urlRequest
        // A body without segments is no stream: it would be framed as one.
        let body = body.flatMap { $0.segments.isEmpty ? nil : $0 }
        if let length = body?.length { urlRequest.setFraming(byteCount: length) }
        let session = makeSession()
        let task = session.task(urlRequest, hasBody: body != nil, for: self)
        let hasEnded = state.withLock { state in
            guard !state.hasEnded else { return true }
            state.begin(body, isRepeatable: request.isRepeatable, at: .now)
            state.stop = { [queue] in queue.async { session.end(task) } }
            return false
        }
        if hasEnded { session.end(task) } else { task.resume() }
    }

    /// Ends the transfer from this side.
    func end(with kind: TransportError.Kind) {
        end { state in .failure(error(kind, state)) }
    }

    /// Ends the transfer, if nothing has ended it before.
    func end(_ outcome: (inout TransferState) -> Outcome) {
        typealias Ended = (
            outcome: Outcome, continuation: TransferState.Continuation,
            stop: (@Sendable () -> Void)?,
            vendor: BodyVendor?, helpers: [Task<Void, Never>]
        )
        let ended = state.withLock { state -> Ended? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            guard let continuation = state.continuation.take() else { return nil }
            let outcome = outcome(&state)
            // What came of a content that goes to a file is gone before the caller goes on.
            state.sink = ResponseSink(.memory, limit: 0)
            return (outcome, continuation, state.stop.take(), state.vendor, state.helpers)
        }
        guard let ended else { return }
        for helper in ended.helpers { helper.cancel() }
        reportProgress()
        relay?.close()
        // First, so that the session doesn't wait in a read.
        ended.vendor?.stop()
        ended.stop?()
        ended.continuation.resume(returning: ended.outcome)
    }
}
