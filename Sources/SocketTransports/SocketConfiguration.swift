public import BodyStreaming

/// How a ``SocketTransport`` makes its connections.
public struct SocketConfiguration: Sendable {
    /// How many threads carry transfers; 1 by default.
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
