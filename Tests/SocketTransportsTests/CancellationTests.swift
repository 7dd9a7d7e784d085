import BodyStreaming
import SocketTransports
import TestSupport
import Testing
import UploadHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Requests that end before their time, wherever they are.
struct CancellationTests {
    /// Where a request is.
    enum Stage: String, CaseIterable, Sendable, Codable {
        case expectingContinue
        case sending
        case sendingFile
        case waitingForBody
        case waitingForAnswer
        case receiving
        /// This one ends within a second, whether it is interrupted or not.
        case receivingEarly
    }

    private static let large = [UInt8](repeating: 1, count: 16 << 20)

    /// A request that stays in a stage, and the server that keeps it there.
    private struct Arrangement {
        let server: ScriptedServer
        let request: Request
        /// Held, so that the stream doesn't end.
        let feed: AsyncStream<[UInt8]>.Continuation
        let directory: TemporaryDirectory

        init(_ stage: Stage) throws {
            let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
            self.feed = feed
            directory = try TemporaryDirectory()
            let step: Script.Step
            var body = Body("content")
            switch stage {
            case .expectingContinue: step = Script.stall
            case .sending:
                step = Script.stall
                body = Body(CancellationTests.large)
            case .sendingFile:
                step = Script.stall
                body = try Body(file: directory.file("a", CancellationTests.large))
            case .waitingForBody:
                step = Script.silence
                body = Body(BodyStream(label: "feed") { chunks })
                feed.yield([1])
            case .waitingForAnswer: step = Script.silence
            case .receiving:
                step = { connection, request in
                    try connection.readBody(&request)
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
                    connection.hold()
                    return false
                }
            case .receivingEarly:
                body = Body(CancellationTests.large)
                step = { connection, _ in
                    try connection.send("HTTP/1.1 403 X\r\nContent-Length: 900\r\n\r\nabc")
                    connection.hold()
                    return false
                }
            }
            server = try ScriptedServer(step, receiveBufferByteCount: 4096)
            request = try SocketRequests.post(server.url(), body) {
                $0.expectsContinue = stage == .expectingContinue
            }
        }

        /// Sends the request, and has `interrupt` end it as soon as it is in its stage.
        func send(
            over transport: SocketTransport,
            _ interrupt: (Task<String, Never>) async -> Void
        ) async -> String {
            let (events, log) = AsyncStream<Void>.makeStream()
            let task = Task {
                await SocketRequests.outcome(request, over: transport) { event in
                    switch event {
                    case .connected, .responseHead: log.yield()
                    default: break
                    }
                }.name
            }
            for await _ in events { break }
            await server.waitForRequests(1)
            await interrupt(task)
            return await task.value
        }
    }

    @Test(arguments: Stage.allCases)
    func cancellingEndsTheCall(stage: Stage) async throws {
        let arrangement = try Arrangement(stage)
        defer { arrangement.server.stop() }
        let transport = SocketTransport()
        let name = await arrangement.send(over: transport) { $0.cancel() }
        #expect(name == "cancelled" || stage == .receivingEarly && name == "403")
        // The transport goes on.
        let other = try ScriptedServer(Script.answer(200))
        defer { other.stop() }
        let request = try SocketRequests.post(other.url())
        #expect(await SocketRequests.outcome(request, over: transport).status == 200)
        await transport.shutdown()
    }

    @Test(arguments: Stage.allCases)
    func shuttingDownEndsTheCall(stage: Stage) async throws {
        let arrangement = try Arrangement(stage)
        defer { arrangement.server.stop() }
        let transport = SocketTransport()
        let name = await arrangement.send(over: transport) { _ in await transport.shutdown() }
        #expect(name == "shutDown" || stage == .receivingEarly && name == "403")
    }

    /// A thread that waits for what can't come yet doesn't run.
    @Test(arguments: Stage.allCases.filter { $0 != .receivingEarly })
    func waitingTakesNoProcessorTime(stage: Stage) async {
        await #expect(processExitsWith: .success) { [stage] in
            let arrangement = try Arrangement(stage)
            defer { arrangement.server.stop() }
            let transport = SocketTransport()
            let used = ProcessorUse()
            let name = await arrangement.send(over: transport) { task in
                // Filling the connection takes time of its own.
                try? await Task.sleep(for: .milliseconds(200))
                used.begin()
                try? await Task.sleep(for: .milliseconds(500))
                used.end()
                task.cancel()
            }
            #expect(name == "cancelled")
            #expect(used.duration < .milliseconds(200), "\(used.duration)")
        }
    }
}

/// The processor time of all threads of this process between two moments.
private final class ProcessorUse {
    private var start = Duration.zero
    private(set) var duration = Duration.zero

    func begin() { start = Self.total }
    func end() { duration = Self.total - start }

    private static var total: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
