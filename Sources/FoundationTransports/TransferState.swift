internal import BodyStreaming
internal import Foundation
internal import UploadHTTP

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What changes while a transfer runs; guarded by its lock.
struct TransferState: ~Copyable {
    typealias Instant = ContinuousClock.Instant
    typealias Continuation = CheckedContinuation<URLSessionTransfer.Outcome, Never>

    /// Who waits for the outcome; `nil` before the start and after the end.
    var continuation: Continuation?
    var hasEnded = false
    var task: URLSessionTask?
    /// Looks at the timers.
    var watch: Task<Void, Never>?

    // The way out.
    let hasBody: Bool
    let bodyByteCount: Int64?
    /// The bytes that the system has taken.
    var sentByteCount: Int64 = 0
    /// Whether the last byte was handed over.
    var isHanded: Bool
    /// Whether the system has taken the whole body.
    var isSent: Bool
    var isWaitingForBody = false
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
    let start: Instant
    var clock: TransferClock
    var nextReport: Instant
    /// When to take an early answer as it is, and how much of it there was at the last look.
    var earlyAnswerEnd: Instant?
    var earlyAnswerLimit: Instant
    var earlyByteCount: Int64 = -1

    init(_ request: Request, at now: Instant) {
        let body = request.streamedBody
        hasBody = body != nil
        bodyByteCount = body?.length
        isHanded = body == nil
        isSent = body == nil
        sink = ResponseSink(
            request.options.responseDestination,
            limit: request.options.maximumResponseByteCount
        )
        start = now
        clock = TransferClock(request.options.timers, at: now)
        nextReport = now
        earlyAnswerLimit = now
    }

    /// How much of the request the peer may have; a request without a body is sent as soon as it
    /// starts.
    var progress: RequestProgress {
        if isSent, !isEarly { return .sent }
        return isConnected ? .partlySent : .notSent
    }

    var phase: TransferPhase {
        if head != nil { return .receiving }
        if isSent { return .waiting }
        return isConnected ? .sending : .connecting
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
