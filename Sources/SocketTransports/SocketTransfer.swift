internal import BodyStreaming
internal import TransferLoops
internal import UploadHTTP

/// One request on its way over a socket.
///
/// `@unchecked Sendable`: the constants are sendable. The variables belong to the thread of the
/// loop: every other thread only hands the object over through the loop's queue, which orders what
/// was written before.
final class SocketTransfer: LoopTransfer, @unchecked Sendable {
    enum Stage {
        /// The loop has not begun with it.
        case waiting
        /// A connection is being made.
        case connecting
        /// The request goes out, and answers come in.
        case open
        case ended
    }

    let request: Request
    let configuration: SocketConfiguration
    let observer: (@Sendable (TransferEvent) -> Void)?
    let loop: SocketLoop

    /// The request's content; an empty one where the method calls for a length.
    let body: Body?

    private var continuation: CheckedContinuation<Result<Response, TransportError>, Never>?

    var stage = Stage.waiting
    /// Why it must not begin.
    var refusal: TransportError.Kind?

    // The connection.
    var server: Server?
    /// Where the loop's list has the transfer.
    var index = 0
    var attempt: ConnectionAttempt
    var connection: SocketConnection?
    var isConnected = false
    var isReused = false
    /// A kept connection ended under the request.
    var keptConnectionEnded = false

    // The way out.
    var head: RequestHead?
    var headByteCountRead = 0
    var reader: BodyReader?
    var buffer: SendBuffer?
    var bodyWasRead = false
    var bodyByteCountRead: Int64 = 0
    var bodyByteCountSent: Int64 = 0
    var bodyHasEnded = false
    /// All chunks are written, the last one too.
    var framingHasEnded = false
    var isWaitingForBody = false
    /// The system takes no more; the answer may be there all the same.
    var sendFailure: SystemCallError?
    var usesKernel = SocketTransfer.systemMovesFiles
    /// Until when the content is held back on a kept connection, see ``ReuseTrust``.
    var contentGate: ContinuousClock.Instant? { didSet { updateHold() } }
    /// Until when the content waits for `100 Continue`.
    var continueGate: ContinuousClock.Instant? { didSet { updateHold() } }
    /// Whether the content has to wait.
    private(set) var isHeld = false

    // The way back.
    var answer: ResponseReader
    /// `nil` once the outcome is known.
    var content: ResponseContent?
    /// The final answer came before the whole body was sent.
    var isEarly = false

    // Time.
    var clock: TransferClock
    var nextReport: ContinuousClock.Instant
    var reportedByteCount: Int64 = 0
    var earlyAnswer = EarlyAnswerClock()

    init(
        _ request: Request,
        configuration: SocketConfiguration,
        loop: SocketLoop,
        observer: (@Sendable (TransferEvent) -> Void)?,
        continuation: CheckedContinuation<Result<Response, TransportError>, Never>
    ) {
        self.request = request
        self.configuration = configuration
        self.loop = loop
        self.observer = observer
        self.continuation = continuation
        body = request.sentBody
        answer = ResponseReader(method: request.method)
        content = ResponseContent(request.options)
        let now = ContinuousClock.now
        attempt = ConnectionAttempt(at: now)
        clock = TransferClock(request.options.timers, at: now)
        nextReport = now
    }

    /// Whether there is, or may be, a byte of content to send.
    var hasContent: Bool { body.map { $0.length != 0 } ?? false }

    var isChunked: Bool { body.map { $0.length == nil } ?? false }

    /// Whether the whole head is in the buffer, or was.
    var headIsRead: Bool { headByteCountRead == head?.bytes.count }

    /// Whether the system has taken the whole request.
    var isSent: Bool {
        guard headIsRead, bodyHasEnded else { return false }
        return (buffer?.unsent.isEmpty ?? true) && (!isChunked || framingHasEnded)
    }

    var progress: RequestProgress {
        if !isConnected || endedBeforeRequest { return .notSent }
        return isSent ? .sent : .partlySent
    }

    var phase: TransferPhase {
        if !isConnected { return .connecting }
        if answer.headByteCount > 0 { return .receiving }
        return isSent ? .waiting : .sending
    }

    /// Whether the peer can't have carried the request out, because its connection ended first:
    /// nothing of the content went out, or the peer's system took nothing of a request on a kept
    /// connection.
    var endedBeforeRequest: Bool {
        guard answer.headByteCount == 0 else { return false }
        if hasContent, bodyByteCountSent == 0 { return true }
        return isReused && connection?.endedBeforeRequest ?? false
    }

    /// Begins with the request, on a kept connection if there is one.
    func begin(with server: Server) {
        self.server = server
        stage = .connecting
        if case .broken = server.trust(at: loop.now), !request.isRepeatable {
            loop.connect(self)
        } else if let kept = loop.takeIdleConnection(to: server) {
            start(on: kept)
        } else {
            loop.connect(self)
        }
    }

    /// Sends the request over an open connection.
    func start(on connection: SocketConnection) {
        stage = .open
        self.connection = connection
        connection.transfer = self
        isConnected = true
        isReused = connection.requestCount > 0
        connection.beginRequest()
        rewind()
        holdContentBack()
        clock.hasMoved = true
        observer?(.connected(reused: isReused))
        if observer != nil { reportProgress() }
        loop.sendSoon(self)
    }

    /// Sends what the request begins with.
    func sendFirst() {
        guard stage == .open else { return }
        send()
        if stage == .open, let check = nextCheck { loop.lookAgain(by: check) }
    }

    /// Goes back to the start of the request.
    private func rewind() {
        if head == nil {
            head = RequestHead(
                request,
                hasBody: body != nil,
                length: body?.length,
                accepting: loop.acceptedCodings
            )
        }
        headByteCountRead = 0
        closeBody()
        buffer?.clear()
        bodyByteCountRead = 0
        bodyByteCountSent = 0
        bodyHasEnded = !hasContent
        framingHasEnded = false
        isWaitingForBody = false
        sendFailure = nil
    }

    private func updateHold() {
        isHeld = contentGate != nil || continueGate != nil
    }

    private func holdContentBack() {
        if isHeld {
            contentGate = nil
            continueGate = nil
        }
        guard hasContent else { return }
        if isReused, !request.isRepeatable, server?.trust(at: loop.now) == .unproven {
            contentGate = .now + ReuseTrust.holdingTime
        }
        if request.options.expectsContinue { continueGate = .now + Self.continueLimit }
    }

    /// Ends the reading of the body.
    func closeBody() {
        reader?.cancel()
        reader = nil
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
    func resume(returning outcome: Result<Response, TransportError>) {
        guard let continuation else { preconditionFailure("a transfer ended twice") }
        self.continuation = nil
        stage = .ended
        // What came of a content that goes to a file is gone before the caller goes on.
        content = nil
        continuation.resume(returning: outcome)
    }
}
