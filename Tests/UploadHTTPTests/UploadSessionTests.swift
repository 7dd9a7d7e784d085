import BodyStreaming
import Synchronization
import Testing
import UploadHTTP

struct UploadSessionTests {
    private let clock = FakeClock()

    private func session(_ transport: ScriptedTransport) -> UploadSession {
        var session = UploadSession(transport: transport)
        session.clock = clock.clock
        session.jitter = { 1 }
        return session
    }

    private func request(
        _ url: String = "http://h/up",
        method: String = "POST",
        key: String? = nil,
        body: Body? = Body("content")
    ) throws -> Request {
        var request = try Request(method: method, url: try RequestURL(url), body: body)
        request.options.idempotencyKey = try key.map { key in try IdempotencyKey(key) }
        return request
    }

    private var onceBody: Body {
        Body(BodyStream(label: "once", replayability: .once) { AsyncStream<[UInt8]> { _ in } })
    }

    @Test(
        arguments: [
            (.status(200), .succeeded, nil, false),
            (.status(299), .succeeded, nil, false),
            (.early(200), .respondedEarly, nil, false),
            (.status(400), .failed, "status", false),
            (.early(413), .failed, "status", false),
            (.status(503), .failed, "status", true),
            (.status(304), .failed, "status", false),
            (.lost(.sent), .unknown, "connectionLost", false),
            (.lost(.partlySent), .failed, "connectionLost", true),
            (.lost(.notSent, .connectionFailed), .failed, "connectionFailed", true),
            (
                .lost(.sent, .timedOut(.response, limit: .seconds(1))), .unknown, "responseTimeout",
                false
            ),
            (
                .lost(.partlySent, .timedOut(.stall, limit: .seconds(1))), .failed, "stallTimeout",
                true
            ),
            (.lost(.sent, .responseTruncated, status: 200), .unknown, "responseTruncated", false),
            (.lost(.sent, .responseTruncated, status: 400), .failed, "responseTruncated", false),
            (
                .lost(.sent, .responseTooLarge(limit: 1), status: 200), .unknown,
                "responseTooLarge", false
            ),
            (.lost(.partlySent, .cancelled), .cancelled, "cancelled", false),
            (.lost(.sent, .cancelled), .unknown, "cancelled", false),
            (.lost(.partlySent, .body(.lengthOverflow)), .failed, "body", false),
            (.lost(.notSent, .tlsFailed), .failed, "tlsFailed", false),
        ] as [(ScriptedTransport.Answer, UploadOutcome, String?, Bool)]
    )
    func everyEndHasItsOutcome(
        answer: ScriptedTransport.Answer,
        outcome: UploadOutcome,
        kind: String?,
        isRetryable: Bool
    ) async throws {
        let transport = ScriptedTransport(answer)
        let result = await session(transport).send(try request())
        #expect(result.outcome == outcome)
        #expect(result.error?.kind == kind)
        #expect(result.error?.isRetryable ?? false == isRetryable)
        #expect(result.error.map { !$0.description.contains("\n") } ?? true)
    }

    // square/okhttp#9136, lostisland/faraday#668, bdd/runitor#181
    @Test func aSecondAttemptSendsTheSameRequest() async throws {
        let transport = ScriptedTransport(
            .status(503),
            .status(429, ("Retry-After", "7")),
            .status(200)
        )
        let result = await session(transport).send(try request())
        #expect(result.outcome == .succeeded)
        #expect(result.attempts == 3)
        #expect(result.bytesSent == 21)
        #expect(clock.waits == [.milliseconds(500), .milliseconds(7500)])
        #expect(result.duration == .seconds(8))
        #expect(transport.requests.map(\.body?.length) == [7, 7, 7])
    }

    @Test func theIdempotencyKeyStaysTheSame() async throws {
        let transport = ScriptedTransport(.lost(.sent), .status(500), .status(200))
        let result = await session(transport).send(try request(key: "k"))
        #expect(result.outcome == .succeeded)
        #expect(transport.requests.map(\.options.idempotencyKey?.value) == ["k", "k", "k"])
    }

    // rclone/rclone#559
    @Test func aLostAnswerIsRepeatedOnlyOnRequest() async throws {
        let transport = ScriptedTransport(.lost(.sent), .status(200))
        var session = session(transport)
        #expect(await session.send(try request()).outcome == .unknown)
        #expect(transport.requests.count == 1)
        session.retryPolicy.repeatsUnsafeRequests = true
        #expect(await session.send(try request()).outcome == .succeeded)
    }

    @Test(
        arguments: [
            (.lost(.notSent, .connectionFailed), .unknown), (.status(503), .unknown),
            (.status(409), .failed), (.status(200), .succeeded),
        ] as [(ScriptedTransport.Answer, UploadOutcome)]
    )
    func aLostAnswerIsNotForgottenByALaterFailure(
        later: ScriptedTransport.Answer,
        outcome: UploadOutcome
    ) async throws {
        let transport = ScriptedTransport(.lost(.sent), later)
        #expect(await session(transport).send(try request(key: "k")).outcome == outcome)
    }

    @Test func aDeadKeptConnectionIsNoAttempt() async throws {
        let transport = ScriptedTransport(
            .lost(.notSent, reused: true),
            .lost(.notSent, reused: true),
            .status(200)
        )
        let result = await session(transport).send(try request())
        #expect(result.outcome == .succeeded)
        #expect(result.attempts == 1)
        #expect(clock.waits == [])
    }

    @Test(arguments: [nil, "k"])
    func aKeptConnectionThatEndsUnderARequestIsReplacedIfThatIsSafe(key: String?) async throws {
        let transport = ScriptedTransport(.lost(.sent, reused: true), .status(200))
        let result = await session(transport).send(try request(key: key))
        #expect(result.outcome == (key == nil ? .unknown : .succeeded))
        #expect(result.attempts == 1)
        #expect(clock.waits == [])
    }

    @Test func deadConnectionsDoNotGoOnForEver() async throws {
        let transport = ScriptedTransport(.lost(.notSent, reused: true))
        #expect(await session(transport).send(try request()).outcome == .failed)
        #expect(transport.requests.count == 9)
    }

    // abraunegg/onedrive#3792
    @Test(arguments: [.status(503), .lost(.notSent)] as [ScriptedTransport.Answer])
    func aOnceBodyIsNeverSentAgain(answer: ScriptedTransport.Answer) async throws {
        let transport = ScriptedTransport(answer)
        var session = session(transport)
        session.retryPolicy.maximumRetryCount = 1000
        let result = await session.send(try request(key: "k", body: onceBody))
        #expect(result.outcome == .failed)
        #expect(result.error?.kind == "bodyNotReplayable")
        #expect(result.error?.isRetryable == false)
        #expect(transport.requests.count == 1)
    }

    // tus/TUSKit#27
    @Test func attemptsThatComeNoFurtherAreBounded() async throws {
        let transport = ScriptedTransport(.lost(.partlySent, sent: 200))
        var session = session(transport)
        session.retryPolicy.maximumRetryCount = 1_000_000
        let result = await session.send(try request(key: "k"))
        #expect(result.outcome == .failed)
        #expect(transport.requests.count == 11)
    }

    @Test func expectationsAreGivenUpOnce() async throws {
        let transport = ScriptedTransport(.early(417), .status(417))
        var request = try request()
        request.options.expectsContinue = true
        let result = await session(transport).send(request)
        #expect(result.status == 417)
        #expect(result.attempts == 1)
        #expect(transport.requests.map(\.options.expectsContinue) == [true, false])
    }

    @Test func theTotalTimeCoversAllAttempts() async throws {
        let transport = ScriptedTransport(.status(503, ("Retry-After", "4")))
        var request = try request()
        request.options.timers.total = .seconds(10)
        let result = await session(transport).send(request)
        #expect(result.outcome == .failed)
        #expect(result.error?.isRetryable == true)
        #expect(
            transport.requests.map(\.options.timers.total)
                == [.seconds(10), .milliseconds(5500), .seconds(1)]
        )
        #expect(clock.waits == [.milliseconds(4500), .milliseconds(4500)])
    }

    @Test func aBudgetEndsRetriesForAll() async throws {
        let transport = ScriptedTransport(.status(503))
        var session = session(transport)
        session.retryBudget = RetryBudget(capacity: 4)
        _ = await session.send(try request())
        let result = await session.send(try request())
        #expect(result.error?.isRetryable == true)
        #expect(transport.requests.count == 6)
    }

    @Test func redirectsAreCountedInARow() async throws {
        let transport = ScriptedTransport(.status(307, ("Location", "/up")))
        let result = await session(transport).send(try request())
        #expect(result.outcome == .failed)
        #expect(result.error?.kind == "redirect")
        #expect(result.status == 307)
        #expect(result.attempts == 1)
        #expect(transport.requests.count == 11)
    }

    @Test func aCutShortBodyBehindASeeOtherIsNoSuccess() async throws {
        var early = Response(head: ResponseHead(status: 303), progress: .partlySent)
        try early.head.fields.append("Location", "/done")
        let transport = ScriptedTransport(.success(early), .status(200))
        #expect(await session(transport).send(try request()).outcome == .respondedEarly)
    }

    @Test func cancellationEndsTheWaiting() async throws {
        let transport = ScriptedTransport(.status(503))
        var session = session(transport)
        session.clock.sleep = { _ in throw CancellationError() }
        let result = await session.send(try request())
        #expect(result.outcome == .cancelled)
        #expect(transport.requests.count == 1)
    }

    @Test func eventsHaveStableNames() async throws {
        let transport = ScriptedTransport(
            .status(307, ("Location", "/b")),
            .status(503),
            .status(200)
        )
        let names = Mutex<[String]>([])
        _ = await session(transport).send(try request()) { event in
            names.withLock { $0.append(event.name) }
        }
        #expect(
            names.withLock { $0 } == [
                "attemptStarted", "requestStarted", "connected", "redirecting",
                "requestStarted", "connected", "retrying",
                "attemptStarted", "requestStarted", "connected", "finished",
            ]
        )
    }
}
