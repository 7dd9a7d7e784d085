internal import BodyStreaming
internal import Synchronization
public import UploadHTTP

/// Sends requests with the machine's libcurl.
///
/// Connections are kept and used again. The library is loaded, and a thread started, with the first
/// request. One transport serves any number of tasks at once.
///
/// An answer that comes while the body is sent ends the sending, also if the peer resets the
/// connection behind it: what the system still holds of the answer is read. Over TLS this takes a
/// libcurl that is built with OpenSSL. With another library a request whose write meets the reset
/// ends with ``TransportError/Kind/connectionLost``, and only servers that read on for a moment
/// before they close, as nginx does, lose no answer.
public final class CurlTransport: Transport {
    private struct State {
        var loops: [CurlLoop] = []
        var next = 0
        var isShutDown = false
    }

    /// How connections are made.
    public let configuration: CurlConfiguration

    private let state = Mutex(State())

    /// Creates a transport; nothing is loaded or connected yet.
    public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
        self.configuration = configuration
    }

    deinit {
        for loop in state.withLock({ $0.loops }) { loop.stop() }
    }

    /// Sends `request` and returns its final answer, whatever the status.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - observer: Called with each event, on a thread that carries transfers; it must not block.
    /// - Returns: The response, with its content.
    /// - Throws: ``TransportError`` if there is no complete answer. A status of 400 or more is no
    ///   error.
    public func send(
        _ request: Request,
        observer: (@Sendable (TransferEvent) -> Void)?
    ) async throws(TransportError) -> Response {
        if let limit = request.options.maximumBodyByteCount, let length = request.body?.length,
            length > limit
        {
            throw TransportError(.bodyTooLarge(limit: limit))
        }
        let loop = try loop()
        let handover = Mutex<Handover>(.waiting)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let transfer = CurlTransfer(
                    request,
                    configuration: configuration,
                    loop: loop,
                    observer: observer,
                    continuation: continuation
                )
                let isCancelled = handover.withLock { state in
                    if case .cancelled = state { return true }
                    state = .started(transfer)
                    return false
                }
                if isCancelled {
                    transfer.resume(returning: .failure(TransportError(.cancelled)))
                } else {
                    loop.start(transfer)
                }
            }
        } onCancel: {
            let transfer: CurlTransfer? = handover.withLock { state in
                defer { state = .cancelled }
                return if case .started(let transfer) = state { transfer } else { nil }
            }
            if let transfer { loop.cancel(transfer) }
        }
        return try outcome.get()
    }

    /// Runs tasks on a thread of this transport's, between its transfers.
    ///
    /// A request that a task sends from there, and the answer, change threads no more: for many
    /// small requests this is most of what a request costs above the bytes it carries. What blocks
    /// that thread, or computes for long, keeps the transfers waiting.
    ///
    /// ```swift
    /// try await withTaskExecutorPreference(transport.executor()) {
    ///     await batch.run(photos) { photo, scope in try await scope.send(photo.request()) }
    /// }
    /// ```
    ///
    /// - Returns: The executor; after ``shutdown()`` it runs tasks where others run.
    /// - Throws: ``TransportError`` if libcurl can't be loaded or no thread be started.
    public func executor() throws(TransportError) -> any TaskExecutor {
        try loop()
    }

    /// Ends all transfers with ``TransportError/Kind/shutDown``, closes all connections and waits
    /// for the threads to end.
    ///
    /// Requests that are sent later fail in the same way.
    public func shutdown() async {
        let loops = state.withLock { state in
            state.isShutDown = true
            defer { state.loops = [] }
            return state.loops
        }
        for loop in loops { loop.stop() }
        for loop in loops { await loop.ended() }
    }

    private enum Handover {
        case waiting
        case started(CurlTransfer)
        case cancelled
    }

    /// The loop that comes next, started if there are not enough.
    private func loop() throws(TransportError) -> CurlLoop {
        try CurlLibrary.load()
        let count = max(1, configuration.loopCount)
        return try state.withLock { state throws(TransportError) in
            guard !state.isShutDown else { throw TransportError(.shutDown) }
            if state.loops.count < count {
                state.loops.append(
                    try CurlLoop(
                        maximumIdleConnectionCount: configuration.maximumIdleConnectionCount
                    )
                )
            }
            state.next = (state.next + 1) % count
            return state.loops[state.next % state.loops.count]
        }
    }
}
