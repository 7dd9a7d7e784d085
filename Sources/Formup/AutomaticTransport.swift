public import CurlTransports
internal import SocketTransports
public import UploadHTTP

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Sends each request in the cheapest way there is: over sockets of its own what needs neither TLS
/// nor a proxy, and everything else with the machine's libcurl.
///
/// Both ways have the same behaviour and the same errors; only the words of the library differ.
public final class AutomaticTransport: Transport {
    /// How connections are made.
    public let configuration: CurlConfiguration

    private let sockets: SocketTransport
    private let curl: CurlTransport
    private let needsCurl: Bool

    /// Creates a transport; nothing is loaded or connected yet.
    public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
        self.configuration = configuration
        curl = CurlTransport(configuration)
        var socketConfiguration = SocketConfiguration()
        socketConfiguration.loopCount = configuration.loopCount
        socketConfiguration.maximumIdleConnectionCount = configuration.maximumIdleConnectionCount
        socketConfiguration.contentDecoders = configuration.contentDecoders
        sockets = SocketTransport(socketConfiguration)
        let hasProxy =
            switch configuration.proxy {
            case .environment: Self.environmentNamesProxy
            case .none: false
            case .url: true
            }
        needsCurl =
            hasProxy || configuration.unixSocketPath != nil
            || configuration.maximumSendRate != nil
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
        guard usesSockets(for: request.url) else {
            return try await curl.send(request, observer: observer)
        }
        return try await sockets.send(request, observer: observer)
    }

    /// Runs tasks on the thread that carries requests to `url`, between its transfers; see
    /// ``CurlTransport/executor()``.
    ///
    /// - Parameter url: Where most of the requests go; `nil` if that isn't known.
    /// - Returns: The executor; after ``shutdown()`` it runs tasks where others run.
    /// - Throws: ``TransportError`` if libcurl can't be loaded or no thread be started.
    public func executor(for url: RequestURL? = nil) throws(TransportError) -> any TaskExecutor {
        let usesSockets = url.map(usesSockets) ?? !needsCurl
        return usesSockets ? try sockets.executor() : try curl.executor()
    }

    /// Ends all transfers with ``TransportError/Kind/shutDown``, closes all connections and waits
    /// for the threads to end.
    ///
    /// Requests that are sent later fail in the same way.
    public func shutdown() async {
        await sockets.shutdown()
        await curl.shutdown()
    }

    private func usesSockets(for url: RequestURL) -> Bool {
        !needsCurl && SocketTransport.canSend(to: url)
    }

    /// Whether the environment has a proxy for `http`, as libcurl looks for it: in capitals the
    /// first name could come from a request's field, where a server runs this.
    private static var environmentNamesProxy: Bool {
        ["http_proxy", "all_proxy", "ALL_PROXY"].contains { (name: String) in
            unsafe getenv(name).map { unsafe $0.pointee != 0 } ?? false
        }
    }
}
