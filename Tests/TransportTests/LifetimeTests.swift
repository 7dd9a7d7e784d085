import BodyStreaming
import TestSupport
import Testing
import UploadHTTP

struct LifetimeTests {
    @Test(arguments: TransportKind.allCases)
    func aTaskThatIsCancelledBeforeSendsNothing(kind: TransportKind) async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let request = try TransportRequests.post(server.url())
        let transport = kind.transport()
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

    @Test(arguments: TransportKind.allCases)
    func shutdownEndsWhatRunsAndRefusesWhatComes(kind: TransportKind) async throws {
        let server = try ScriptedServer(Script.silence)
        defer { server.stop() }
        let transport = kind.transport(loopCount: 2)
        let request = try TransportRequests.post(server.url())
        let tasks = (0..<4).map { _ in Task { await TransportRequests.error(transport, request) } }
        await server.waitForRequests(4)
        await transport.shutdown()
        for task in tasks { #expect(await task.value?.kind.name == "shutDown") }
        #expect(await TransportRequests.error(transport, request)?.kind.name == "shutDown")
    }
}
