public import BodyStreaming

/// Why there is no response to return, and how far the request had come.
public struct TransportError: Error, Sendable {
    /// What went wrong.
    public var kind: Kind

    /// What the transport was doing.
    public var phase: TransferPhase

    /// How much of the request the peer may have received.
    public var progress: RequestProgress

    /// The bytes of the body that were sent.
    public var bodyByteCountSent: Int64

    /// Whether any byte of the body was read, so that one that can be read once is used up.
    public var bodyWasRead: Bool

    /// Whether the connection had been used before.
    public var connectionWasReused: Bool

    /// The status and the fields of the response, if they had arrived before the error.
    public var responseHead: ResponseHead?

    /// What the library that carries the bytes says.
    public var library: LibraryFailure?

    /// Creates an error.
    public init(
        _ kind: Kind,
        phase: TransferPhase = .connecting,
        progress: RequestProgress = .notSent,
        bodyByteCountSent: Int64 = 0,
        bodyWasRead: Bool = false,
        connectionWasReused: Bool = false,
        responseHead: ResponseHead? = nil,
        library: LibraryFailure? = nil
    ) {
        self.kind = kind
        self.phase = phase
        self.progress = progress
        self.bodyByteCountSent = bodyByteCountSent
        self.bodyWasRead = bodyWasRead
        self.connectionWasReused = connectionWasReused
        self.responseHead = responseHead
        self.library = library
    }

    /// What went wrong.
    @nonexhaustive
    public enum Kind: Sendable {
        /// The task was cancelled.
        case cancelled
        /// The transport was shut down.
        case shutDown
        /// The library that carries the bytes can't be loaded.
        case libraryUnavailable(name: String, reason: String)
        /// The request's own body failed; sending it again would fail again.
        case body(BodyError)
        /// The request's body is longer than ``RequestOptions/maximumBodyByteCount``, which is
        /// `limit` bytes.
        case bodyTooLarge(limit: Int64)
        /// An option can't be used with this library.
        case unsupportedOption(String)
        /// The host's name, or the proxy's, has no address.
        case hostNotFound
        /// No connection could be made.
        case connectionFailed
        /// TLS failed: a certificate that can't be trusted, no common version, a bad key.
        case tlsFailed
        /// A timer ran out after its `limit`.
        case timedOut(UploadTimer, limit: Duration)
        /// The connection ended before the response did.
        case connectionLost
        /// The peer's bytes are no HTTP.
        case invalidResponse
        /// The response ended before its announced end.
        case responseTruncated
        /// The response's header passed `limit` bytes.
        case responseHeadTooLarge(limit: Int)
        /// The response's content passed `limit` bytes.
        case responseTooLarge(limit: Int64)
        /// The content coding of the response could not be undone.
        case undecodableResponse(coding: String)
        /// The response couldn't be written to `path`.
        case responseFile(path: LocalPath, errno: CInt)
        /// The library failed in another way; see ``TransportError/library``.
        case library
    }
}

/// What a transport is doing.
public enum TransferPhase: String, Sendable, Hashable {
    /// Making a connection: name, proxy, TLS.
    case connecting
    /// Sending the request.
    case sending
    /// Waiting for the response after the last byte of the request.
    case waiting
    /// Receiving the response.
    case receiving
}

/// The code and the words with which a library reported an error.
public struct LibraryFailure: Sendable, Hashable {
    /// The library's name.
    public var name: String
    /// The library's own number for the error.
    public var code: Int
    /// The library's words.
    public var words: String

    /// Creates a failure.
    public init(name: String, code: Int, words: String) {
        self.name = name
        self.code = code
        self.words = words
    }
}
