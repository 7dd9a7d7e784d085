import BodyStreaming
import CurlTransports
import TestSupport
import Testing
import UploadHTTP

struct LifetimeTests {
    // swiftlang/swift-corelibs-foundation#5412
    @Test func cancellationAtAnyTimeEndsEveryCall() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let transport = CurlTransport()
        let body = Body([UInt8](repeating: 1, count: 100_000))
        var generator = SeededGenerator(seed: 7)
        for round in 0..<40 {
            let request = try TransportRequests.post(server.url(), body)
            let pause = Duration.microseconds(Int.random(in: 0...3000, using: &generator))
            let tasks = (0..<8).map { _ in
                Task { await TransportRequests.error(transport, request)?.kind.name }
            }
            if round > 0 { try await Task.sleep(for: pause) }
            for task in tasks { task.cancel() }
            for task in tasks {
                let name = await task.value
                #expect(name == nil || name == "cancelled")
            }
        }
        #expect(
            try await transport.send(TransportRequests.post(server.url()), observer: nil).status
                == 200
        )
    }

    @Test func aTaskThatIsCancelledBeforeSendsNothing() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let request = try TransportRequests.post(server.url())
        let transport = CurlTransport()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in gate { break }
            return await TransportRequests.error(transport, request)?.kind.name
        }
        task.cancel()
        open.yield()
        #expect(await task.value == "cancelled")
        #expect(server.requests.isEmpty)
    }

    @Test func shutdownEndsWhatRunsAndRefusesWhatComes() async throws {
        let server = try ScriptedServer(Script.silence)
        defer { server.stop() }
        var configuration = CurlConfiguration()
        configuration.loopCount = 2
        let transport = CurlTransport(configuration)
        let request = try TransportRequests.post(server.url())
        let tasks = (0..<4).map { _ in Task { await TransportRequests.error(transport, request) } }
        await server.waitForRequests(4)
        await transport.shutdown()
        for task in tasks { #expect(await task.value?.kind.name == "shutDown") }
        #expect(await TransportRequests.error(transport, request)?.kind.name == "shutDown")
    }

    @Test func connectionsAreKeptAndDescriptorsDoNotLeak() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let transport = CurlTransport()
        let request = try TransportRequests.post(server.url())
        func burst(_ count: Int) async throws {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        var sum = 0
                        for _ in 0..<count {
                            sum += try await transport.send(request, observer: nil).status
                        }
                        return sum
                    }
                }
                for try await sum in group { #expect(sum == 200 * count) }
            }
        }
        try await burst(20)
        let connections = server.connectionCount
        try await burst(20)
        #expect(server.requests.count == 640)
        #expect(connections <= 32)
        #expect(server.connectionCount <= connections + 8)
        await transport.shutdown()
    }

    @Test func unusableOptionsAreNamed() async throws {
        var configuration = CurlConfiguration()
        configuration.tls.trustedCertificatesPath = "/absent/ca.pem"
        let transport = CurlTransport(configuration)
        let request = try TransportRequests.post("https://127.0.0.1:1/")
        let error = await TransportRequests.error(transport, request)
        #expect(error?.progress == .notSent)
    }
}
