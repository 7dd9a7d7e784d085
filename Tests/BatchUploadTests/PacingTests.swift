import BatchUpload
import Synchronization
import TestSupport
import Testing
import UploadHTTP

@Suite(.timeLimit(.minutes(1))) struct PacingTests {
    private static func origin(_ host: String) throws -> Origin {
        try RequestURL("http://\(host)/").origin
    }

    // MARK: Decisions

    @Test func anOverloadedOriginIsHeldAsLongAsItAsksAndOthersAreNot() throws {
        let (one, other) = (try Self.origin("one"), try Self.origin("other"))
        var state = PacingState(Pacing(), now: .zero)
        #expect(state.admit(to: one, byteCount: 1, now: .zero) == .begin(number: 0))
        state.end(0, to: one, .overloaded(retryAfter: .seconds(7)), now: .seconds(1))
        #expect(state.admit(to: one, byteCount: 1, now: .seconds(2)) == .wait(until: .seconds(8)))
        #expect(state.admit(to: other, byteCount: 1, now: .seconds(2)) == .begin(number: 1))
        #expect(state.admit(to: one, byteCount: 1, now: .seconds(8)) == .begin(number: 2))
    }

    @Test func withoutAWordTheHoldDoublesUntilASuccess() throws {
        let origin = try Self.origin("one")
        var state = PacingState(Pacing(), now: .zero)
        var now = Duration.zero
        for milliseconds in [250, 500, 1000] {
            guard case .begin(let number) = state.admit(to: origin, byteCount: nil, now: now) else {
                return #expect(Bool(false), "held at \(now)")
            }
            state.end(number, to: origin, .overloaded(retryAfter: nil), now: now)
            let until = now + .milliseconds(milliseconds)
            #expect(state.admit(to: origin, byteCount: nil, now: now) == .wait(until: until))
            now = until
        }
        #expect(state.admit(to: origin, byteCount: nil, now: now) == .begin(number: 3))
        state.end(3, to: origin, .healthy, now: now)
        #expect(state.admit(to: origin, byteCount: nil, now: now) == .begin(number: 4))
        state.end(4, to: origin, .overloaded(retryAfter: nil), now: now)
        #expect(
            state.admit(to: origin, byteCount: nil, now: now)
                == .wait(until: now + .milliseconds(250))
        )
    }

    @Test func requestsThatWereTurnedAwayTogetherAreOneOverload() throws {
        let origin = try Self.origin("one")
        var state = PacingState(Pacing(), now: .zero)
        for number in 0..<4 {
            #expect(state.admit(to: origin, byteCount: 0, now: .zero) == .begin(number: number))
        }
        for number in 0..<4 {
            state.end(number, to: origin, .overloaded(retryAfter: nil), now: .zero)
        }
        #expect(
            state.admit(to: origin, byteCount: 0, now: .zero) == .wait(until: .milliseconds(250))
        )
    }

    @Test func noMoreThanTheMaximumIsInFlight() throws {
        let origin = try Self.origin("one")
        var pacing = Pacing()
        pacing.maximumConcurrency = 2
        var state = PacingState(pacing, now: .zero)
        #expect(state.admit(to: origin, byteCount: 0, now: .zero) == .begin(number: 0))
        #expect(state.admit(to: origin, byteCount: 0, now: .zero) == .begin(number: 1))
        #expect(state.admit(to: origin, byteCount: 0, now: .zero) == .full)
        state.end(0, to: origin, .silent, now: .zero)
        #expect(state.admit(to: origin, byteCount: 0, now: .zero) == .begin(number: 2))
    }

    @Test func ratesHoldOnTheAverageAndABodyMayBeLargerThanOneSecondsWorth() throws {
        let origin = try Self.origin("one")
        var pacing = Pacing()
        pacing.requestsPerSecond = 4
        var state = PacingState(pacing, now: .zero)
        var now = Duration.zero
        for _ in 0..<44 {
            if case .wait(let until) = state.admit(to: origin, byteCount: 0, now: now) {
                now = until
                _ = state.admit(to: origin, byteCount: 0, now: now)
            }
        }
        #expect(now > .milliseconds(9_999) && now < .milliseconds(10_001))

        pacing.requestsPerSecond = nil
        pacing.bytesPerSecond = 1000
        state = PacingState(pacing, now: .zero)
        #expect(state.admit(to: origin, byteCount: 11_000, now: .zero) == .begin(number: 0))
        guard case .wait(let until) = state.admit(to: origin, byteCount: 1, now: .zero) else {
            return #expect(Bool(false), "the debt was forgotten")
        }
        #expect(until > .milliseconds(9_999) && until < .milliseconds(10_002))
    }

    @Test func theAdaptiveLimitGrowsByRoundsAndHalvesOnceARound() {
        var limit = AdaptiveLimit(maximum: 100)
        #expect(limit.value == 2)
        for _ in 0..<14 { limit.succeeded() }
        #expect(limit.value == 16)
        limit.overloaded(20, begunCount: 30)
        limit.overloaded(21, begunCount: 30)
        #expect(limit.value == 8)
        for _ in 0..<8 { limit.succeeded() }
        #expect(limit.value == 8)
        limit.succeeded()
        #expect(limit.value == 9)
        for number in 30..<60 { limit.overloaded(number, begunCount: number + 1) }
        #expect(limit.value == 1)
        for _ in 0..<100_000 { limit.succeeded() }
        #expect(limit.value == 100)
    }

    static let verdicts: [(Result<Response, TransportError>, PacingState.Verdict)] = [
        (.success(.with(200)), .healthy), (.success(.with(500)), .healthy),
        (.success(.with(503)), .overloaded(retryAfter: nil)),
        (.success(.with(429, [("Retry-After", "12")])), .overloaded(retryAfter: .seconds(12))),
        (
            .success(.with(429, [("Retry-After", "Thu, 01 Jan 1970 00:01:40 GMT")])),
            .overloaded(retryAfter: .seconds(60))
        ),
        (.failure(TransportError(.connectionLost)), .silent),
        (
            .failure(TransportError(.timedOut(.response, limit: .seconds(1)))),
            .overloaded(retryAfter: .zero)
        ),
    ]

    @Test(arguments: verdicts.indices) func anAttemptSaysHowTheServerIs(_ index: Int) {
        let (attempt, verdict) = Self.verdicts[index]
        #expect(PacingState.Verdict(attempt, now: .seconds(40)) == verdict)
    }

    // MARK: The transport

    /// A clock that jumps to where somebody waits for.
    private final class JumpingClock: Sendable {
        private let now = Mutex(Duration.zero)

        var time: Duration { now.withLock { $0 } }

        var clock: UploadClock {
            UploadClock(
                uptime: { self.time },
                sinceEpoch: { self.time },
                sleep: { delay in
                    try Task.checkCancellation()
                    self.now.withLock { $0 += delay }
                }
            )
        }
    }

    @Test func repetitionsArePacedToo() async throws {
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            await Task.yield()
            return number % 3 == 2 ? .with(201) : .with(503, [("Retry-After", "0")])
        }
        var pacing = Pacing()
        pacing.maximumConcurrency = 3
        let jumping = JumpingClock()
        var session = UploadSession(
            transport: PacedTransport(transport, pacing: pacing, clock: jumping.clock)
        )
        session.clock = jumping.clock
        session.retryPolicy.maximumRetryCount = 100
        let request = try Request.post()
        let results = await Batch(client: session, maximumConcurrency: 12).run(0..<60) {
            try await $1.send(request)
        }
        #expect(results.counts.succeeded == 60)
        #expect(transport.peak <= 3 && transport.count == 180)
    }

    @Test func aHoldKeepsEveryRequestFromTheOrigin() async throws {
        let jumping = JumpingClock()
        let begins = Log<Duration>()
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            begins.append(jumping.time)
            return number == 0 ? .with(429, [("Retry-After", "30")]) : .with(201)
        }
        var session = UploadSession(
            transport: PacedTransport(transport, pacing: Pacing(), clock: jumping.clock)
        )
        session.clock = jumping.clock
        let request = try Request.post()
        let results = await Batch(client: session, maximumConcurrency: 1).run(0..<3) {
            try await $1.send(request)
        }
        #expect(results.counts.succeeded == 3)
        #expect(begins.elements.count == 4)
        #expect(begins.elements[0] == .zero)
        #expect(begins.elements.dropFirst().allSatisfy { $0 >= .seconds(30) })
    }

    @Test func whoIsCancelledWhileWaitingWasNotSent() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { (_, _) throws(TransportError) in
            do { try await gate.pass() } catch { throw TransportError(.cancelled) }
            return .with(201)
        }
        var pacing = Pacing()
        pacing.maximumConcurrency = 1
        let paced = PacedTransport(transport, pacing: pacing)
        let request = try Request.post()
        let task = Task {
            await Batch(client: UploadSession(transport: paced), maximumConcurrency: 8)
                .run(0..<8) { try await $1.send(request) }
        }
        await gate.arrivals(1)
        task.cancel()
        let results = await task.value
        #expect(results.counts.cancelled == 8)
        #expect(transport.count == 1)
    }

    /// Requests come and go at random, and tasks are cancelled: no wake-up is lost.
    @Test(arguments: 0..<20) func nobodyWaitsForEver(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var pacing = Pacing()
        pacing.maximumConcurrency = Int.random(in: 1...4, using: &generator)
        pacing.adaptsConcurrency = Bool.random(using: &generator)
        if Bool.random(using: &generator) { pacing.requestsPerSecond = 50 }
        let statuses = (0..<97).map { _ in [201, 201, 503].randomElement(using: &generator) ?? 201 }
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            await Task.yield()
            return .with(statuses[number % statuses.count])
        }
        let jumping = JumpingClock()
        let paced = PacedTransport(transport, pacing: pacing, clock: jumping.clock)
        let request = try Request.post()
        let cancelAfter = Int.random(in: 0...400, using: &generator)
        let task = Task {
            await Batch(client: paced, maximumConcurrency: 16).run(0..<100) { _, scope in
                _ = try await scope.client.send(request, observer: nil)
            }
        }
        for _ in 0..<cancelAfter { await Task.yield() }
        if seed % 2 == 0 { task.cancel() }
        let results = await task.value
        #expect(results.counts.total == 100)
        #expect(transport.running == 0 && transport.peak <= pacing.maximumConcurrency)
    }
}
