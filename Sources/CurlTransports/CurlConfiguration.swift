public import BodyStreaming

/// How a ``CurlTransport`` makes its connections.
public struct CurlConfiguration: Sendable {
    /// A version of HTTP.
    public enum HTTPVersion: String, Sendable, Hashable {
        /// HTTP/1.1, one request a connection at a time.
        case http1
        /// HTTP/2 where TLS agrees on it, many requests on one connection; else HTTP/1.1.
        case http2
    }

    /// Whom to ask for a connection.
    public enum Proxy: Sendable, Hashable {
        /// What the environment says: `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`.
        case environment
        /// No proxy, whatever the environment says.
        case none
        /// The proxy at a URL: `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`, with user
        /// information if need be.
        case url(String)
    }

    /// The version of HTTP; HTTP/1.1 by default.
    public var httpVersion = HTTPVersion.http1

    /// The proxy; what the environment says by default.
    public var proxy = Proxy.environment

    /// A socket of this machine to connect to, whatever the URL's host is; none by default.
    public var unixSocketPath: LocalPath?

    /// How peers are recognised.
    public var tls = CurlTLSOptions()

    /// The greatest rate of each upload in bytes a second; no limit by default.
    public var maximumSendRate: Int64?

    /// How many threads carry transfers; 1 by default. More are of use where one core can't encrypt
    /// fast enough.
    public var loopCount = 1

    /// How many connections are kept for later requests, on each thread; 64 by default.
    public var maximumIdleConnectionCount = 64

    /// How to undo content codings, by their name in small letters; none by default.
    ///
    /// With at least one, responses are asked for in these codings, and decoded. Without, none is
    /// asked for, and a response that has one all the same is handed on as it came.
    public var contentDecoders: [String: @Sendable () -> any ContentDecoder] = [:]

    /// Creates the default configuration.
    public init() {}
}

/// How a ``CurlTransport`` recognises TLS peers, and itself to them.
public struct CurlTLSOptions: Sendable, Hashable {
    /// A file of certificates to trust instead of the system's, PEM.
    public var trustedCertificatesPath: LocalPath?

    /// A file with the client's certificate, PEM.
    public var certificatePath: LocalPath?

    /// A file with the private key of the client's certificate, PEM; it may stand in the
    /// certificate's file.
    public var privateKeyPath: LocalPath?

    /// Whether any certificate is taken, so that anybody in between can read and change everything;
    /// off by default.
    public var acceptsAnyCertificate = false

    /// Creates the default options: the system's certificates, no client certificate.
    public init() {}
}
