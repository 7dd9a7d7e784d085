import BodyStreaming
import TestSupport
import Testing
import UploadHTTP

struct TimerTests {
    // nodejs/undici#645, seanmonstar/reqwest#2784, request/request#2259
    @Test(arguments: TransportKind.allCases)
    func noTimerRunsOutWhileBytesMove(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            Script.answer(200, rate: 262_144),
            receiveBufferByteCount: 4096
        )
        defer { server.stop() }
        let body = Body([UInt8](repeating: 1, count: 400_000))
        let request = try TransportRequests.post(server.url(), body) {
            $0.timers.response = .milliseconds(500)
            $0.timers.stall = .milliseconds(700)
        }
        let response = try await transport.send(request, observer: nil)
        #expect(response.status == 200)
        #expect(response.bodyByteCountSent == 400_000)
    }

    @Test(arguments: TransportKind.allCases)
    func aPeerThatReadsNothingStalls(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.stall, receiveBufferByteCount: 4096)
        defer { server.stop() }
        let request = try TransportRequests.post(server.url(), TransportRequests.largeBody) {
            $0.timers.stall = .milliseconds(400)
        }
        let error = await TransportRequests.error(transport, request)
        #expect(error?.kind.name == "stallTimeout")
        #expect(error?.progress == .partlySent)
        #expect(error?.phase == .sending)
    }

    @Test(arguments: TransportKind.allCases)
    func silenceAfterTheBodyEndsWithTheResponseTimer(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.silence)
        defer { server.stop() }
        let request = try TransportRequests.post(server.url()) {
            $0.timers.response = .milliseconds(300)
            $0.timers.stall = .milliseconds(100)
        }
        let begin = ContinuousClock.now
        let error = await TransportRequests.error(transport, request)
        #expect(error?.kind.name == "responseTimeout")
        #expect(error?.progress == .sent)
        #expect(error?.phase == .waiting)
        #expect(ContinuousClock.now - begin > .milliseconds(300))
    }

    @Test(arguments: TransportKind.allCases)
    func aResponseThatStopsStalls(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer({ connection, request in
            try connection.readBody(&request)
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.hold()
            return false
        })
        defer { server.stop() }
        let request = try TransportRequests.post(server.url()) {
            $0.timers.stall = .milliseconds(300)
        }
        let error = await TransportRequests.error(transport, request)
        #expect(error?.kind.name == "stallTimeout")
        #expect(error?.responseHead?.status == 200)
        #expect(error?.phase == .receiving)
    }

    @Test(arguments: TransportKind.allCases)
    func theTotalTimerCutsEverything(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.answer(200, rate: 10_000))
        defer { server.stop() }
        let body = Body([UInt8](repeating: 1, count: 400_000))
        let request = try TransportRequests.post(server.url(), body) {
            $0.timers.total = .milliseconds(300)
        }
        let begin = ContinuousClock.now
        let error = await TransportRequests.error(transport, request)
        #expect(error?.kind.name == "totalTimeout")
        #expect(ContinuousClock.now - begin < .seconds(60))
    }

    @Test(arguments: TransportKind.allCases)
    func aSlowLocalStreamIsNoStall(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
        let body = Body(BodyStream(label: "slow") { chunks })
        let request = try TransportRequests.post(server.url(), body) {
            $0.timers.stall = .milliseconds(100)
        }
        let sending = Task { try await transport.send(request, observer: nil) }
        feed.yield([1])
        await server.waitForRequests(1)
        try await Task.sleep(for: .milliseconds(400))
        feed.yield([2])
        feed.finish()
        #expect(try await sending.value.status == 200)
        #expect(server.requests.first?.body == [1, 2])
    }
}
