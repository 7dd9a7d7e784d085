/// Sends one request once, over one connection.
///
/// A transport doesn't repeat, follow redirects or answer challenges; ``UploadSession`` decides on
/// those.
public protocol Transport: Sendable {
    /// Sends `request` and returns its final answer, whatever the status.
    ///
    /// The call returns exactly once, and promptly when its task is cancelled. An answer that comes
    /// before the whole body was sent ends the sending, see ``Response/progress``.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - observer: Called with each event, on any thread, one after the other; it must not block.
    ///     `nil` if nobody listens.
    /// - Returns: The response, with its content.
    /// - Throws: ``TransportError`` if there is no complete answer. A status of 400 or more is no
    ///   error.
    func send(
        _ request: Request,
        observer: (@Sendable (TransferEvent) -> Void)?
    ) async throws(TransportError) -> Response
}

/// What happens while a transport sends a request.
@nonexhaustive
public enum TransferEvent: Sendable {
    /// A connection is there; the request goes out.
    case connected(reused: Bool)

    /// Bytes of the body moved.
    case progress(TransferProgress)

    /// An informational response (100 to 199) came.
    case informational(ResponseHead)

    /// The status and the fields of the final response are there.
    case responseHead(ResponseHead)
}

/// How much of a body has been sent.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes that were handed to the system.
    public var sent: Int64

    /// The bytes that the peer's system has acknowledged, as far as this system tells.
    public var acknowledged: Int64

    /// The size of the body, or `nil` if it isn't known.
    public var total: Int64?

    /// Creates a progress.
    public init(sent: Int64, acknowledged: Int64, total: Int64?) {
        self.sent = sent
        self.acknowledged = acknowledged
        self.total = total
    }

    /// Creates the progress of a connection whose system holds `unacknowledged` bytes for the peer,
    /// perhaps some of the header among them.
    package init(sent: Int64, unacknowledged: Int64, total: Int64?) {
        self.init(sent: sent, acknowledged: max(0, sent - unacknowledged), total: total)
    }

    /// What part of the body was sent, from 0 to 1; `nil` if the size isn't known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(sent) / Double(total)) : 1
    }
}
