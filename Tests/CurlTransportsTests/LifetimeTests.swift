import BodyStreaming
import CurlTransports
import TestSupport
import Testing
import UploadHTTP

struct LifetimeTests {
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

    @Test func unusableOptionsAreNamed() async throws {
        var configuration = CurlConfiguration()
        configuration.tls.trustedCertificatesPath = "/absent/ca.pem"
        let transport = CurlTransport(configuration)
        let request = try TransportRequests.post("https://127.0.0.1:1/")
        let error = await TransportRequests.error(transport, request)
        #expect(error?.progress == .notSent)
    }
}
