internal import TransferLoops
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
    /// How connections are made.
    public let configuration: CurlConfiguration

    private let loops: LoopPool<CurlLoop>

    /// Creates a transport; nothing is loaded or connected yet.
    public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
        self.configuration = configuration
        loops = LoopPool(count: configuration.loopCount) { () throws(TransportError) in
            try CurlLibrary.load()
            return try CurlLoop(
                maximumIdleConnectionCount: configuration.maximumIdleConnectionCount
            )
        }
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
        try request.checkBodyLength()
        let loop = try loops.loop()
        return try await loop.carry { continuation in
            CurlTransfer(
                request,
                configuration: configuration,
                loop: loop,
                observer: observer,
                continuation: continuation
            )
        }
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
        try loops.loop()
    }

    /// Ends all transfers with ``TransportError/Kind/shutDown``, closes all connections and waits
    /// for the threads to end.
    ///
    /// Requests that are sent later fail in the same way.
    public func shutdown() async {
        await loops.shutDown()
    }
}
