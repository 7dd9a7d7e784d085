internal import BodyStreaming
internal import UploadHTTP

/// What changes while a transfer runs; guarded by its lock.
struct TransferState: ~Copyable {
    typealias Instant = ContinuousClock.Instant
    typealias Continuation = CheckedContinuation<URLSessionTransfer.Outcome, Never>

    /// Who waits for the outcome; `nil` before the start and after the end.
    var continuation: Continuation?
    var hasEnded = false
    /// Stops the session's task, once there is one.
    var stop: (@Sendable () -> Void)?
    /// What looks at the timers, and what prepares the body.
    var helpers: [Task<Void, Never>] = []

    // The way out.
    /// What gives the body to the session; `nil` before it is ready, and without a body.
    var vendor: BodyVendor?
    var bodyByteCount: Int64?
    /// The body can be read once, and was.
    var bodyIsUsedUp = false
    /// The bytes that the system has taken.
    var sentByteCount: Int64 = 0
    /// Whether the last byte was handed over, so that the peer may have it.
    var isHanded = false
    /// Whether the system has taken the whole body.
    var isSent = false
    /// Whether a byte is known to have moved.
    var isConnected = false
    var isReused = false

    // The way back.
    var head: ResponseHead?
    var sink: ResponseSink
    /// The content's size, if the head tells it.
    var announcedByteCount: Int64?
    /// The final answer came before the whole body was handed over.
    var isEarly = false

    // Time.
    /// When the session got the request.
    var beginning: Instant
    var clock: TransferClock
    var nextReport: Instant
    /// When to take an early answer as it is, and how much of it there was at the last look.
    var earlyAnswerEnd: Instant?
    var earlyAnswerLimit: Instant
    var earlyByteCount: Int64 = -1

    init(_ request: Request, at now: Instant) {
        sink = ResponseSink(
            request.options.responseDestination,
            limit: request.options.maximumResponseByteCount
        )
        beginning = now
        clock = TransferClock(request.options.timers, at: now)
        nextReport = now
        earlyAnswerLimit = now
    }

    /// Notes that the session gets the request.
    mutating func begin(
        _ body: Body?,
        isRepeatable: Bool,
        at now: Instant
    ) {
        beginning = now
        vendor = body.map { BodyVendor($0, isRepeatable: isRepeatable) }
        bodyByteCount = body?.length
        isHanded = body == nil
        isSent = body == nil
    }

    /// Whether any byte of the request's body was read.
    var bodyWasRead: Bool { bodyIsUsedUp || vendor?.wasRead ?? false }

    /// How much of the request the peer may have; a request without a body is sent as soon as it
    /// starts.
    var progress: RequestProgress {
        if isHanded, !isEarly { return .sent }
        return isConnected ? .partlySent : .notSent
    }

    var phase: TransferPhase {
        if head != nil { return .receiving }
        if isHanded { return .waiting }
        return isConnected ? .sending : .connecting
    }

    /// The bytes that the peer may have.
    var possiblySentByteCount: Int64 {
        isHanded ? bodyByteCount ?? sentByteCount : sentByteCount
    }

    /// Starts the body anew.
    mutating func rewind() {
        sentByteCount = 0
        isHanded = false
        isSent = false
    }

    /// Notes that bytes moved.
    ///
    /// - Returns: Whether they are the first.
    mutating func move() -> Bool {
        clock.hasMoved = true
        defer { isConnected = true }
        return !isConnected
    }
}
