/// How long the parts of an upload may take; `nil` switches a timer off.
public struct Timers: Sendable, Hashable {
    /// Until the connection is there, with name resolution, proxy and TLS; 10 seconds by default.
    public var connect: Duration?

    /// Without a byte moving in either direction; 30 seconds by default.
    ///
    /// What the peer acknowledges counts: a slow reader keeps the timer from running out though the
    /// system's buffer takes no more bytes.
    public var stall: Duration?

    /// From the last body byte to the first byte of the response; 300 seconds by default.
    public var response: Duration?

    /// For everything: all attempts, the waiting between them and the response; off by default.
    public var total: Duration?

    /// Creates timers.
    public init(
        connect: Duration? = .seconds(10),
        stall: Duration? = .seconds(30),
        response: Duration? = .seconds(300),
        total: Duration? = nil
    ) {
        self.connect = connect
        self.stall = stall
        self.response = response
        self.total = total
    }
}

/// A timer of an upload.
public enum UploadTimer: String, Sendable, Hashable {
    /// ``Timers/connect``.
    case connect
    /// ``Timers/stall``.
    case stall
    /// ``Timers/response``.
    case response
    /// ``Timers/total``.
    case total
}
