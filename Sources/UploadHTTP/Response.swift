public import BodyStreaming

/// The status and the header fields of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, 100 to 999.
    public var status: Int

    /// The words behind the status; they come from the server and may hold anything.
    public var reason: String

    /// The header fields.
    public var fields: HeaderFields

    /// Creates a head.
    public init(status: Int, reason: String = "", fields: HeaderFields = HeaderFields()) {
        self.status = status
        self.reason = reason
        self.fields = fields
    }

    /// Whether other responses may follow this one: 100 to 199, except 101.
    public var isInformational: Bool { (100...199).contains(status) && status != 101 }
}

/// The content of a response.
public enum ResponseBody: Sendable, Hashable {
    /// The bytes, in memory.
    case bytes([UInt8])

    /// A file that holds the bytes.
    case file(LocalPath, byteCount: Int64)

    /// The size in bytes.
    public var byteCount: Int64 {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, let byteCount): byteCount
        }
    }
}

/// The final answer to a request, received in full.
public struct Response: Sendable {
    /// The status and the header fields.
    public var head: ResponseHead

    /// The content.
    public var body: ResponseBody

    /// The fields behind the content.
    public var trailers = HeaderFields()

    /// How much of the request had been sent when the answer came.
    public var progress: RequestProgress

    /// The bytes of the request's body that were sent.
    public var bodyByteCountSent: Int64

    /// Whether any byte of the body was read, so that one that can be read once is used up.
    public var bodyWasRead: Bool

    /// Whether the connection had been used before.
    public var connectionWasReused: Bool

    /// Creates a response.
    public init(
        head: ResponseHead,
        body: ResponseBody = .bytes([]),
        progress: RequestProgress = .sent,
        bodyByteCountSent: Int64 = 0,
        bodyWasRead: Bool = true,
        connectionWasReused: Bool = false
    ) {
        self.head = head
        self.body = body
        self.progress = progress
        self.bodyByteCountSent = bodyByteCountSent
        self.bodyWasRead = bodyWasRead
        self.connectionWasReused = connectionWasReused
    }

    /// The status code.
    public var status: Int { head.status }
}

/// How much of a request a peer may have received.
public enum RequestProgress: String, Sendable, Hashable {
    /// Nothing that could be carried out: no byte was taken, or none of the body.
    case notSent
    /// Not all of it.
    case partlySent
    /// All of it.
    case sent
}
