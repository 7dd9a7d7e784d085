internal import BodyStreaming

/// One upload on its way through a session.
struct UploadRun {
    typealias Attempt = Result<Response, TransportError>

    /// What follows an attempt.
    private enum Step {
        case again
        case retry(after: Duration)
        case end(UploadResult)
    }

    /// How many kept connections may turn out to be dead, one after the other.
    private static let maximumStaleConnectionCount = 5

    let session: UploadSession
    private let observer: (@Sendable (UploadEvent) -> Void)?
    let begin: Duration
    let total: Duration?

    private(set) var request: Request

    private(set) var attemptCount = 1
    private var retryCount = 0
    private var redirectCount = 0
    private var staleConnectionCount = 0
    private var attemptCountWithoutProgress = 0
    private var greatestByteCount: Int64 = 0
    private(set) var bytesSent: Int64 = 0

    /// The credentials of the last request, if they are the session's.
    private var usedAuthorization: String?
    private var refusedAuthorization: String?
    private var authorization: Authorization?

    /// An earlier request may have been carried out though its answer was lost.
    private(set) var mayHaveBeenCarriedOut = false

    /// The body was cut short by a redirect that doesn't ask for it again.
    private(set) var wasCutShort = false

    init(
        _ request: Request,
        session: UploadSession,
        observer: (@Sendable (UploadEvent) -> Void)?
    ) {
        self.request = request
        self.session = session
        self.observer = observer
        begin = session.clock.uptime()
        total = request.options.timers.total
        authorization = session.authorization
    }

    mutating func run() async -> UploadResult {
        if let error = takeUserInfo() {
            return result(.failed, UploadError(.authorization(error), isRetryable: false))
        }
        observer?(.attemptStarted(number: attemptCount, url: request.url))
        while true {
            var prepared = request
            do throws(UploadError) {
                if authorization != nil { try await authorize(&prepared) }
                try limitTime(of: &prepared)
            } catch {
                return end(error)
            }
            observer?(.requestStarted(prepared))
            switch step(after: await send(prepared)) {
            case .again: break
            case .retry(let delay):
                do {
                    try await session.clock.sleep(delay)
                } catch {
                    return end(UploadError(.cancelled, isRetryable: false))
                }
                beginRetry()
            case .end(let result): return result
            }
        }
    }

    // MARK: One request

    /// User information in the URL is what `Authorization` takes, unless the request has its own.
    private mutating func takeUserInfo() -> RequestError? {
        guard let (user, password) = request.url.credentials else { return nil }
        request.url = request.url.withoutUserInfo
        guard authorization == nil else { return nil }
        do {
            authorization = try .basic(user: user, password: password)
            return nil
        } catch {
            return error
        }
    }

    /// Gives a request the session's credentials, unless it has its own.
    private mutating func authorize(_ request: inout Request) async throws(UploadError) {
        usedAuthorization = nil
        guard let authorization, !request.fields.contains("Authorization") else { return }
        do {
            let value = try await authorization.value(insteadOf: refusedAuthorization)
            try request.fields.set("Authorization", value)
            usedAuthorization = value
        } catch is CancellationError {
            throw UploadError(.cancelled, isRetryable: false)
        } catch {
            throw UploadError(.authorization(error), isRetryable: false)
        }
    }

    /// Gives a request the time that is left.
    private func limitTime(of request: inout Request) throws(UploadError) {
        guard let total else { return }
        guard let remaining, remaining > .zero else {
            throw UploadError(.timedOut(limit: total), isRetryable: true)
        }
        request.options.timers.total = remaining
    }

    private func send(_ request: Request) async -> Attempt {
        do {
            return .success(try await session.transport.send(request, observer: forwarding))
        } catch {
            return .failure(error)
        }
    }

    /// What hands a transport's events on.
    private var forwarding: (@Sendable (TransferEvent) -> Void)? {
        guard let observer else { return nil }
        return { event in
            switch event {
            case .connected(let reused): observer(.connected(reused: reused))
            case .progress(let progress): observer(.progress(progress))
            case .informational(let head): observer(.informational(head))
            case .responseHead(let head): observer(.responseHead(head))
            }
        }
    }

    // MARK: What follows

    private mutating func step(after attempt: Attempt) -> Step {
        count(attempt)
        switch attempt {
        case .success(let response):
            if (200...299).contains(response.status) {
                return .end(succeeded(response))
            }
            if response.status == 417, request.options.expectsContinue, canSendAgain(attempt) {
                request.options.expectsContinue = false
                return .again
            }
            if response.status == 401, let step = reauthorize(response) { return step }
            if let step = redirect(response) { return step }
            if let step = withoutCoding(response) { return step }
        case .failure(let error):
            if isStaleConnection(error), canSendAgain(attempt),
                staleConnectionCount < Self.maximumStaleConnectionCount
            {
                staleConnectionCount += 1
                noteLoss(error)
                return .again
            }
        }
        return retry(after: attempt)
    }

    /// Whether a kept connection ended before anything of the response came, and the request can be
    /// sent on another one as if nothing had been.
    private func isStaleConnection(_ error: TransportError) -> Bool {
        guard error.connectionWasReused, error.phase != .connecting else { return false }
        if error.progress == .notSent { return true }
        guard request.isRepeatable, error.responseHead == nil else { return false }
        return if case .connectionLost = error.kind { error.phase != .receiving } else { false }
    }

    /// Remembers a request that may have been carried out.
    private mutating func noteLoss(_ error: TransportError) {
        if error.progress == .sent, !request.isSafe { mayHaveBeenCarriedOut = true }
    }

    private mutating func count(_ attempt: Attempt) {
        switch attempt {
        case .success(let response):
            bytesSent += response.bodyByteCountSent
            attemptCountWithoutProgress = 0
        case .failure(let error):
            bytesSent += error.bodyByteCountSent
            if error.bodyByteCountSent > greatestByteCount {
                greatestByteCount = error.bodyByteCountSent
                attemptCountWithoutProgress = 0
            } else if error.phase != .connecting {
                attemptCountWithoutProgress += 1
            }
        }
    }

    /// Asks for other credentials, once in a row.
    private mutating func reauthorize(_ response: Response) -> Step? {
        guard let authorization, authorization.canRefresh, let used = usedAuthorization,
            refusedAuthorization == nil
        else { return nil }
        guard canSendAgain(.success(response)) else {
            let cause = UploadError.Cause.bodyNotReplayable(status: response.status, error: nil)
            return .end(result(.failed, UploadError(cause, isRetryable: false), response))
        }
        observer?(.authorizing)
        refusedAuthorization = used
        return .again
    }

    private mutating func redirect(_ response: Response) -> Step? {
        switch session.redirectPolicy.decision(for: response, to: request, count: redirectCount) {
        case .accept: return nil
        case .refuse(let refusal):
            let error = UploadError(.redirect(refusal), isRetryable: false)
            return .end(result(.failed, error, response))
        case .follow(let next):
            redirectCount += 1
            if next.method != request.method {
                // The server has dealt with the request, and now shows what became of it.
                mayHaveBeenCarriedOut = true
                wasCutShort = response.progress != .sent
            }
            if next.url.origin != request.url.origin { authorization = nil }
            observer?(.redirecting(status: response.status, url: next.url))
            request = next
            return .again
        }
    }

    /// Sends the body without its content coding if that is what the server refuses.
    private mutating func withoutCoding(_ response: Response) -> Step? {
        switch ContentCodingPolicy.decision(for: response, to: request) {
        case .accept: return nil
        case .refuse(let coding):
            let error = UploadError(.contentCodingRefused(coding: coding), isRetryable: false)
            return .end(result(.failed, error, response))
        case .resend(let next):
            let cause = cause(of: .success(response), isRetryable: true)
            observer?(.retrying(after: .zero, cause: cause))
            request = next
            attemptCount += 1
            observer?(.attemptStarted(number: attemptCount, url: request.url))
            return .again
        }
    }

    private mutating func retry(after attempt: Attempt) -> Step {
        var situation = RetryPolicy.Situation()
        situation.retryCount = retryCount
        situation.attemptCountWithoutProgress = attemptCountWithoutProgress
        situation.isRepeatable = request.isRepeatable
        situation.isReplayable = canSendAgain(attempt)
        situation.now = session.clock.sinceEpoch()
        situation.remaining = remaining
        let decision = session.retryPolicy.decision(
            after: attempt,
            situation,
            jitter: session.jitter()
        )
        switch decision {
        case .stop(let reason):
            return .end(ended(attempt, reason))
        case .retry(let delay):
            guard session.retryBudget?.withdraw() ?? true else {
                return .end(ended(attempt, .exhausted))
            }
            if case .failure(let error) = attempt { noteLoss(error) }
            observer?(.retrying(after: delay, cause: cause(of: attempt, isRetryable: true)))
            return .retry(after: delay)
        }
    }

    private mutating func beginRetry() {
        retryCount += 1
        attemptCount += 1
        observer?(.attemptStarted(number: attemptCount, url: request.url))
    }

    /// Whether the body can be sent after this attempt.
    private func canSendAgain(_ attempt: Attempt) -> Bool {
        guard let body = request.body, body.replayability == .once else { return true }
        return switch attempt {
        case .success(let response): !response.bodyWasRead
        case .failure(let error): !error.bodyWasRead
        }
    }

    private var remaining: Duration? {
        total.map { $0 - (session.clock.uptime() - begin) }
    }
}
