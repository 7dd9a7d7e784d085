internal import TransferLoops
public import UploadHTTP

/// Sends requests without TLS, over sockets of its own: HTTP/1.1 straight to the server.
///
/// The bytes of files go from the system's cache to the connection without passing through memory of
/// the process, where the system can do that. Before a body is whole its files are checked again:
/// each behind its last byte, but for one with which the body ends, whose last bytes are read and go
/// out after the check. What is written into a file after that, while its bytes wait to be taken,
/// may be what arrives.
///
/// Connections are kept and used again. A thread is started with the first request. One transport
/// serves any number of tasks at once.
///
/// An answer that comes while the body is sent ends the sending, also if the peer resets the
/// connection behind it.
///
/// URLs must be ``canSend(to:)``; there is no proxy.
public final class SocketTransport: Transport {
    /// How connections are made.
    public let configuration: SocketConfiguration

    private let loops: LoopPool<SocketLoop>

    /// Creates a transport; nothing is connected yet.
    public convenience init(_ configuration: SocketConfiguration = SocketConfiguration()) {
        self.init(configuration, resolve: NameResolution.addresses)
    }

    /// Creates a transport that asks `resolve`, on a thread of its own, for the addresses of names.
    package init(
        _ configuration: SocketConfiguration,
        resolve: @escaping @Sendable (String) -> NameResolution.Outcome
    ) {
        self.configuration = configuration
        loops = LoopPool(count: configuration.loopCount) { () throws(TransportError) in
            try SocketLoop(configuration, resolve: resolve)
        }
    }

    /// Whether a URL is one for this transport: its scheme is `http`, and its host is an address or
    /// a name in ASCII.
    public static func canSend(to url: RequestURL) -> Bool {
        url.origin.scheme == .http
            && url.origin.host.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
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
        guard Self.canSend(to: request.url) else {
            throw TransportError(.unsupportedOption("this URL"))
        }
        try request.checkBodyLength()
        let loop = try loops.loop()
        return try await loop.carry { continuation in
            SocketTransfer(
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
    /// that thread, or computes for long, keeps the transfers waiting. `SIGPIPE` is blocked there, and
    /// in child processes that are started from there.
    ///
    /// - Returns: The executor; after ``shutdown()`` it runs tasks where others run.
    /// - Throws: ``TransportError`` if no thread can be started.
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
