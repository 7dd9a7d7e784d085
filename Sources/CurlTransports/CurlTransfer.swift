internal import BodyStreaming
internal import CCurl
internal import TransferLoops
internal import UploadHTTP

/// One request on its way: what libcurl's callbacks read and write.
///
/// `@unchecked Sendable`: the constants are sendable. The variables belong to the thread of the
/// loop: it alone runs libcurl, hence the callbacks, and every other thread only hands the object
/// over through the loop's queue, which orders what was written before.
final class CurlTransfer: LoopTransfer, @unchecked Sendable {
    typealias Outcome = Result<Response, TransportError>

    let request: Request
    let configuration: CurlConfiguration
    let observer: (@Sendable (TransferEvent) -> Void)?
    let loop: CurlLoop

    /// The request's content; an empty one where the method calls for a length.
    let body: Body?

    private var continuation: CheckedContinuation<Outcome, Never>?

    var handle: CurlHandle?

    /// The reason for the end, if it came from this side.
    var cause: TransportError.Kind?

    // The way out.
    var reader: BodyReader?
    /// Whether the body was ever opened.
    var bodyWasRead = false
    var handedByteCount: Int64 = 0
    var bodyHasEnded = false
    var isWaitingForBody = false
    var isConnected = false
    var isReused = false
    var localPort: UInt16 = 0
    var peerAtStart: PeerState?
    /// Until when the content is held back on a kept connection, see ``ReuseTrust``.
    var contentGate: ContinuousClock.Instant?
    /// What the connection held when it was closed.
    var remains: SocketTable.Remains?
    /// libcurl sends the request on another connection: one of two steps is done.
    var isStartingOver = false
    /// A kept connection ended under the request.
    var keptConnectionEnded = false
    /// libcurl wanted to send the request on another connection, which isn't safe or possible.
    var hasRefusedToStartOver = false

    // The way back.
    var parser = ResponseHeadParser()
    var content: ResponseContent
    var responseContentLength: Int64?
    /// The final answer came before the whole body was sent.
    var isEarly = false
    /// The answer is all there though libcurl has more to do.
    var isAnswered = false

    // Time.
    var clock: TransferClock
    var nextReport: ContinuousClock.Instant
    var reportedByteCount: Int64 = 0
    var earlyAnswer = EarlyAnswerClock()

    init(
        _ request: Request,
        configuration: CurlConfiguration,
        loop: CurlLoop,
        observer: (@Sendable (TransferEvent) -> Void)?,
        continuation: CheckedContinuation<Outcome, Never>
    ) {
        self.request = request
        self.configuration = configuration
        self.loop = loop
        self.observer = observer
        self.continuation = continuation
        body = request.sentBody
        content = ResponseContent(request.options)
        let now = ContinuousClock.now
        clock = TransferClock(request.options.timers, at: now)
        nextReport = now
        bodyHasEnded = body.map { $0.length == 0 } ?? true
    }

    /// Whether there is, or may be, a byte of content to send.
    var hasContent: Bool { body.map { $0.length != 0 } ?? false }

    /// Whether the request may be sent twice without harm.
    var isRepeatable: Bool { request.isRepeatable }

    /// The bytes of the body that libcurl gave to the system.
    var sentByteCount: Int64 {
        guard isConnected, let handle, body != nil else { return 0 }
        // libcurl counts anew when it starts over.
        if hasRefusedToStartOver { return handedByteCount }
        return max(0, min(handle.offset(CURLINFO_SIZE_UPLOAD_T), handedByteCount))
    }

    /// Whether the system has taken the whole body.
    var bodyIsSent: Bool {
        guard isConnected else { return false }
        guard bodyHasEnded, let length = body?.length else { return bodyHasEnded }
        return length == 0 || sentByteCount == length
    }

    var progress: RequestProgress {
        if !isConnected || diedBeforeRequest { return .notSent }
        return bodyIsSent ? .sent : .partlySent
    }

    var phase: TransferPhase {
        if !isConnected { return .connecting }
        if parser.byteCount > 0 { return .receiving }
        return bodyIsSent ? .waiting : .sending
    }

    /// Whether the peer can't have carried the request out, because its connection ended first.
    ///
    /// Without a byte of the content it can't. Else, on a kept connection, proof is that the peer's
    /// system acknowledged nothing and that the end of the peer's sending, which counts as one byte,
    /// is all that came: a reset alone doesn't tell what was read.
    var diedBeforeRequest: Bool {
        guard parser.byteCount == 0 else { return false }
        if hasContent, handedByteCount == 0 { return true }
        guard isReused, let start = peerAtStart else { return false }
        let end = remains.map(\.peer) ?? loop.peerState(localPort: localPort)
        guard let end, end.acknowledged == start.acknowledged else { return false }
        return start.isHalfClosed || end.received == start.received + 1
    }

    func begin(refusing cause: TransportError.Kind?) {
        loop.begin(self, refusing: cause)
    }

    func cancel() {
        loop.cancel(self)
    }

    func resumeBody() {
        loop.resumeBody(of: self)
    }

    /// Returns the outcome to the caller; must come once.
    func resume(returning outcome: Outcome) {
        guard let continuation else { preconditionFailure("a transfer ended twice") }
        self.continuation = nil
        // What came of a content that goes to a file is gone before the caller goes on.
        content = ResponseContent(RequestOptions())
        continuation.resume(returning: outcome)
    }

    /// Ends the reading of the body.
    func closeBody() {
        reader?.cancel()
        reader = nil
    }
}
