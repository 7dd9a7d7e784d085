import BodyStreaming
import Foundation
import FoundationTransports
import Synchronization
import TestSupport
import Testing
import UploadHTTP

extension URLSessionTransportTests {
    /// Timers, lost connections and cancellation.
    struct SessionEndingTests {
        private let transport = URLSessionTransport()

        // MARK: Timers

        @Test func noTimerRunsOutWhileBytesMove() async throws {
            let server = try ScriptedServer(
                Script.answer(200, rate: 4 << 20),
                receiveBufferByteCount: 4096
            )
            defer { server.stop() }
            let body = Body([UInt8](repeating: 1, count: 8 << 20))
            let request = try SessionRequests.post(server.url(), body) {
                $0.timers.response = .milliseconds(1500)
                $0.timers.stall = .milliseconds(1500)
            }
            let response = try await transport.send(request, observer: nil)
            #expect(response.status == 200)
        }

        @Test func aPeerThatReadsNothingStalls() async throws {
            let server = try ScriptedServer(Script.stall, receiveBufferByteCount: 4096)
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), SessionRequests.largeBody) {
                $0.timers.stall = .milliseconds(400)
            }
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "stallTimeout")
            #expect(error?.progress == .partlySent)
            #expect(error?.phase == .sending)
        }

        @Test(arguments: [true, false])
        func silenceEndsWithTheResponseTimer(hasBody: Bool) async throws {
            let server = try ScriptedServer(Script.silence)
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), hasBody ? Body("content") : nil) {
                $0.timers.response = .milliseconds(300)
                $0.timers.stall = .milliseconds(100)
            }
            let begin = ContinuousClock.now
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "responseTimeout")
            #expect(error?.progress == .sent)
            #expect(error?.phase == .waiting)
            #expect(ContinuousClock.now - begin > .milliseconds(300))
            #expect(ContinuousClock.now - begin < .seconds(15))
        }

        @Test func aResponseThatStopsStalls() async throws {
            let server = try ScriptedServer({ connection, request in
                try connection.readBody(&request)
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
                connection.hold()
                return false
            })
            defer { server.stop() }
            let request = try SessionRequests.post(server.url()) {
                $0.timers.stall = .milliseconds(300)
            }
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "stallTimeout")
            #expect(error?.responseHead?.status == 200)
            #expect(error?.phase == .receiving)
        }

        @Test func aHandshakeWithoutAnAnswerEndsWithTheConnectTimer() async throws {
            let server = try ScriptedServer(Script.stall)
            defer { server.stop() }
            let url = "https" + server.url().dropFirst(4)
            let request = try SessionRequests.post(url) { $0.timers.connect = .milliseconds(200) }
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "connectTimeout")
            #expect(error?.progress == .notSent)
            #expect(error?.phase == .connecting)
            #expect(error?.bodyWasRead == false)
        }

        @Test func theTotalTimerCutsEverything() async throws {
            let server = try ScriptedServer(Script.stall)
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), SessionRequests.largeBody) {
                $0.timers.total = .milliseconds(300)
            }
            let begin = ContinuousClock.now
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "totalTimeout")
            #expect(ContinuousClock.now - begin < .seconds(15))
        }

        // MARK: Connections

        @Test func aRefusedConnectionHasSentNothing() async throws {
            let port = try ClosedPort()
            let request = try SessionRequests.post("http://127.0.0.1:\(port.number)/")
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "connectionFailed")
            #expect(error?.progress == .notSent)
            #expect(error?.phase == .connecting)
            #expect(error?.bodyWasRead == false)
            #expect(error?.library?.code == -1004)
        }

        @Test func aNameWithoutAnAddressIsNamed() async throws {
            let request = try SessionRequests.post("http://name.invalid/")
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "hostNotFound")
            #expect(error?.progress == .notSent)
        }

        // connectrpc/connect-swift#399
        @Test func aConnectionThatDropsWithinTheBodyIsLost() async throws {
            let server = try ScriptedServer(Script.reset(after: 100_000))
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), SessionRequests.largeBody)
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "connectionLost")
            #expect(error?.progress == .partlySent)
            #expect(error?.bodyWasRead == true)
            #expect(server.requests.count == 1)
        }

        @Test(arguments: [true, false])
        func aLostAnswerTellsThatAllWasSent(reset: Bool) async throws {
            let server = try ScriptedServer(Script.lost(reset: reset))
            defer { server.stop() }
            let error = await SessionRequests.error(
                transport,
                try SessionRequests.post(server.url())
            )
            #expect(error?.kind.name == "connectionLost")
            #expect(error?.progress == .sent)
            #expect(error?.phase == .waiting)
        }

        // MARK: Cancellation

        // swiftlang/swift-corelibs-foundation#5412
        @Test func cancellationAtAnyTimeReturnsAtOnce() async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let body = Body([UInt8](repeating: 1, count: 100_000))
            var generator = SeededGenerator(seed: 7)
            var slowest = Duration.zero
            for _ in 0..<500 {
                let request = try SessionRequests.post(server.url(), body)
                let pause = Duration.microseconds(Int.random(in: 0...5000, using: &generator))
                let task = Task { await SessionRequests.error(transport, request)?.kind.name }
                try await Task.sleep(for: pause)
                let begin = ContinuousClock.now
                task.cancel()
                let name = await task.value
                slowest = max(slowest, ContinuousClock.now - begin)
                #expect(name == nil || name == "cancelled")
            }
            #expect(slowest < .seconds(1))
            let request = try SessionRequests.post(server.url())
            #expect(try await transport.send(request, observer: nil).status == 200)
        }

        @Test func aStreamThatWaitsDoesNotDelayCancellation() async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
            let request = try SessionRequests.post(
                server.url(),
                Body(BodyStream(label: "silent") { chunks })
            )
            let task = Task { await SessionRequests.error(transport, request)?.kind.name }
            try await Task.sleep(for: .milliseconds(20))
            let begin = ContinuousClock.now
            task.cancel()
            #expect(await task.value == "cancelled")
            #expect(ContinuousClock.now - begin < .seconds(1))
            feed.finish()
        }

        @Test func anObserverMayCancelItsTask() async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), SessionRequests.largeBody)
            let log = EventLog()
            let running = Mutex<Task<String?, Never>?>(nil)
            let gate = AsyncStream<Void>.makeStream()
            let task = Task {
                for await _ in gate.stream { break }
                return await SessionRequests.error(transport, request) { event in
                    log.append(event)
                    running.withLock { $0 }?.cancel()
                }?.kind.name
            }
            running.withLock { $0 = task }
            gate.continuation.yield()
            #expect(await task.value == "cancelled")
            #expect(log.events.count == 1)
        }

        @Test func aTaskThatIsCancelledBeforeSendsNothing() async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let request = try SessionRequests.post(server.url())
            let gate = AsyncStream<Void>.makeStream()
            let task = Task {
                for await _ in gate.stream { break }
                return await SessionRequests.error(transport, request)?.kind.name
            }
            task.cancel()
            gate.continuation.yield()
            #expect(await task.value == "cancelled")
            #expect(server.requests.isEmpty)
        }
    }
}
