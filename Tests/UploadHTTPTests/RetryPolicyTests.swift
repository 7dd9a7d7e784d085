import BodyStreaming
import Testing
import UploadHTTP

struct RetryPolicyTests {
    /// 15 November 1994, 08:12:31 GMT.
    private static let now = Duration.seconds(784_887_151)

    // openai/openai-java#853, curl/curl#15833, pydantic/pydantic-ai#7073, wisecom-oy/atlas#229,
    // NousResearch/hermes-agent#84738
    @Test(
        arguments: [
            ("0", Duration.zero), ("120", .seconds(120)), ("007", .seconds(7)),
            ("999999999999", .seconds(1_000_000_000)),
            ("99999999999999999999999999", .seconds(1_000_000_000)),
            ("Tue, 15 Nov 1994 08:12:34 GMT", .seconds(3)),
            ("Tuesday, 15-Nov-94 08:12:34 GMT", .seconds(3)),
            ("Tue Nov 15 08:12:34 1994", .seconds(3)),
            ("Tue Nov  5 08:12:34 1994", .zero),
            ("Wed, 21 Oct 1992 07:28:00 GMT", .zero),
            ("-1", nil), ("", nil), ("abc", nil), ("1.5", nil), ("1e3", nil), ("+5", nil),
            ("Tue, 15 Nov 1994 08:12:34", nil), ("Tue, 15 Nov 1994 25:12:34 GMT", nil),
            ("Tue, 32 Nov 1994 08:12:34 GMT", nil), ("Tue, 15 Foo 1994 08:12:34 GMT", nil),
            ("Tue, 15 Nov 1994 08:12:34 CET", nil),
        ] as [(String, Duration?)]
    )
    func retryAfterIsReadInAllItsForms(value: String, expected: Duration?) {
        #expect(RetryAfter.delay(value, now: Self.now) == expected)
    }

    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
            ("Fri, 31 Dec 1999 23:59:60 GMT", 946_684_800),
            ("Wednesday, 31-Dec-69 23:59:59 GMT", -1),
            ("Monday, 01-Jan-40 00:00:00 GMT", 2_208_988_800),
        ] as [(String, Int64)]
    )
    func datesAreCountedFrom1970(text: String, expected: Int64) {
        #expect(HTTPDate.parse(text, now: 784_887_151) == expected)
    }

    private func decision(
        status: Int,
        _ fields: [(String, String)] = [],
        policy: RetryPolicy = RetryPolicy(),
        jitter: Double = 0,
        _ change: (inout RetryPolicy.Situation) -> Void = { _ in }
    ) throws -> RetryPolicy.Decision {
        var head = ResponseHead(status: status)
        for (name, value) in fields { try head.fields.append(name, value) }
        var situation = RetryPolicy.Situation()
        situation.now = Self.now
        change(&situation)
        return policy.decision(after: .success(Response(head: head)), situation, jitter: jitter)
    }

    private func decision(
        _ error: TransportError,
        policy: RetryPolicy = RetryPolicy(),
        isRepeatable: Bool = false
    ) -> RetryPolicy.Decision {
        var situation = RetryPolicy.Situation()
        situation.isRepeatable = isRepeatable
        return policy.decision(after: .failure(error), situation, jitter: 0)
    }

    @Test(arguments: [
        (408, true, true), (425, true, true), (429, true, true), (503, true, true),
        (500, false, true), (502, false, true), (504, false, true),
        (400, false, false), (401, false, false), (404, false, false), (409, false, false),
        (413, false, false), (501, false, false), (304, false, false),
    ])
    func statusesAreRepeatedWhereThatIsSafe(
        status: Int,
        withoutKey: Bool,
        withKey: Bool
    ) throws {
        let retry = RetryPolicy.Decision.retry(after: .zero)
        #expect(try (decision(status: status) == retry) == withoutKey)
        #expect(try (decision(status: status) { $0.isRepeatable = true } == retry) == withKey)
        var unsafe = RetryPolicy()
        unsafe.repeatsUnsafeRequests = true
        #expect(try (decision(status: status, policy: unsafe) == retry) == withKey)
    }

    // nahi/httpclient#142, oven-sh/bun#28708
    @Test(arguments: [RequestProgress.notSent, .partlySent, .sent])
    func aBrokenConnectionIsRepeatedOnlyIfNothingWasTaken(progress: RequestProgress) {
        let error = TransportError(.connectionLost, phase: .waiting, progress: progress)
        let isSafe = progress == .notSent
        #expect(decision(error) == (isSafe ? .retry(after: .zero) : .stop(.unsafe)))
        #expect(decision(error, isRepeatable: true) == .retry(after: .zero))
    }

    @Test(arguments: [
        TransportError.Kind.hostNotFound, .connectionFailed,
        .timedOut(.connect, limit: .seconds(1)),
    ])
    func aConnectionThatWasNotMadeIsTriedAgain(kind: TransportError.Kind) {
        #expect(decision(TransportError(kind)) == .retry(after: .zero))
    }

    @Test(arguments: [
        TransportError.Kind.cancelled, .shutDown, .tlsFailed, .body(.lengthOverflow),
        .body(.alreadyConsumed(label: "x")), .unsupportedOption("x"), .invalidResponse,
        .responseTooLarge(limit: 1), .responseHeadTooLarge(limit: 1),
        .responseFile(path: "x", errno: 28), .undecodableResponse(coding: "gzip"),
    ])
    func whatWouldHappenAgainIsNotTriedAgain(kind: TransportError.Kind) {
        #expect(decision(TransportError(kind), isRepeatable: true) == .stop(.permanent))
    }

    // abraunegg/onedrive#3792, open-telemetry/opentelemetry-cpp#4557
    @Test func aBodyThatIsUsedUpEndsTheUploadAtOnce() throws {
        #expect(try decision(status: 503) { $0.isReplayable = false } == .stop(.notReplayable))
    }

    // tus/TUSKit#27
    @Test func attemptsWithoutProgressAreBounded() throws {
        var policy = RetryPolicy()
        policy.maximumRetryCount = 1_000_000
        #expect(
            try decision(status: 503, policy: policy) { $0.attemptCountWithoutProgress = 10 }
                == .stop(.exhausted)
        )
    }

    @Test func attemptsAreBounded() throws {
        #expect(try decision(status: 503) { $0.retryCount = 2 } == .retry(after: .zero))
        #expect(try decision(status: 503) { $0.retryCount = 3 } == .stop(.exhausted))
        #expect(try decision(status: 503, policy: .none) == .stop(.exhausted))
    }

    @Test(arguments: [(0, 500), (1, 1000), (2, 2000), (5, 16_000), (6, 30_000), (1000, 30_000)])
    func waitsDoubleUpToALimit(count: Int, milliseconds: Int) throws {
        var policy = RetryPolicy()
        policy.maximumRetryCount = .max
        #expect(policy.backoff(count) == .milliseconds(milliseconds))
        let decision = try decision(status: 503, policy: policy, jitter: 0.5) {
            $0.retryCount = count
        }
        #expect(decision == .retry(after: .milliseconds(milliseconds) / 2))
    }

    @Test(arguments: [
        ("2", 0.0, 2000), ("2", 1.0, 2500), ("0", 0.5, 250), ("-1", 0.5, 250), ("", 0.5, 250),
        ("Wed, 21 Oct 1992 07:28:00 GMT", 0.5, 250), ("Tue, 15 Nov 1994 08:12:34 GMT", 0.0, 3000),
    ])
    func aWaitIsNeverShorterThanAsked(value: String, jitter: Double, milliseconds: Int) throws {
        #expect(
            try decision(status: 503, [("Retry-After", value)], jitter: jitter)
                == .retry(after: .milliseconds(milliseconds))
        )
    }

    @Test func aWaitThatIsTooLongEndsTheUpload() throws {
        let fields = [("Retry-After", "601")]
        #expect(try decision(status: 503, fields) == .stop(.exhausted))
        #expect(
            try decision(status: 503, [("Retry-After", "10")]) { $0.remaining = .seconds(10) }
                == .stop(.exhausted)
        )
    }

    @Test func aBudgetIsUsedUpAndRefilled() {
        let budget = RetryBudget(capacity: 2, refill: 0.5)
        #expect(budget.withdraw())
        #expect(budget.withdraw())
        #expect(!budget.withdraw())
        budget.deposit()
        #expect(!budget.withdraw())
        budget.deposit()
        #expect(budget.withdraw())
        #expect(!budget.withdraw())
    }
}
