import BodyStreaming
import Foundation
import FoundationTransports
import MultipartFormData
import TestSupport
import Testing
import UploadHTTP

extension URLSessionTransportTests {
    struct SessionSendingTests {
        private let transport = URLSessionTransport()

        @Test func aFormArrivesAsItWasEncoded() async throws {
            let server = try ScriptedServer(Script.answer(201, "stored"))
            defer { server.stop() }
            let directory = try TemporaryDirectory()
            let path = try directory.file("p.jpg", [UInt8](repeating: 0xAB, count: 200_000))
            var form = MultipartForm()
            form.append(name: "a", text: "1")
            form.append(try MultipartPart(name: "file", file: path))
            let body = try form.body()
            let request = try SessionRequests.post(
                server.url("/up?x=1"),
                body,
                fields: [("Content-Type", form.contentType), ("X-Two", "a"), ("X-Two", "b")]
            ) { $0.idempotencyKey = try? IdempotencyKey("key-1") }
            for _ in 0..<2 {
                let response = try await transport.send(request, observer: nil)
                #expect(response.status == 201)
                #expect(response.text == "stored")
                #expect(response.progress == .sent)
                #expect(response.bodyByteCountSent == body.length)
                #expect(response.bodyWasRead)
            }
            await server.settle()
            let expected = try await body.collected()
            #expect(server.requests.count == 2)
            for received in server.requests {
                #expect(received.method == "POST")
                #expect(received.target == "/up?x=1")
                #expect(received.body == expected)
                #expect(received["Content-Length"] == "\(expected.count)")
                #expect(received["Transfer-Encoding"] == nil)
                #expect(received["Content-Type"] == form.contentType)
                #expect(received["Expect"] == nil)
                #expect(received["Idempotency-Key"] == "key-1")
                #expect(received["X-Two"] == "a, b")
                #expect(received["Accept-Encoding"] == "identity")
            }
        }

        // axios/axios#10753, axios/axios#3769
        @Test(arguments: [true, false], [100, 101, 200_000])
        func aBodyBeyondItsLimitIsNotSent(isKnown: Bool, byteCount: Int) async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let bytes = [UInt8](repeating: 0x7A, count: byteCount)
            let stream = BodyStream(label: "pieces") {
                AsyncStream { pieces in
                    pieces.yield(Array(bytes.prefix(60)))
                    pieces.yield(Array(bytes.dropFirst(60)))
                    pieces.finish()
                }
            }
            let body = isKnown ? Body(bytes) : Body(stream)
            let request = try SessionRequests.post(server.url(), body) {
                $0.maximumBodyByteCount = 100
            }
            let error = await SessionRequests.error(transport, request)
            await server.settle()
            if byteCount <= 100 {
                #expect(error == nil)
                #expect(server.requests.map(\.body) == [bytes])
            } else {
                guard case .bodyTooLarge(limit: 100)? = error?.kind else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(error?.progress == .notSent && error?.bodyByteCountSent == 0)
                #expect(server.connectionCount == 0)
            }
        }

        @Test func aStreamIsWaitedForAndFramedByItsLength() async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
            let request = try SessionRequests.post(
                server.url(),
                Body(BodyStream(label: "slow", replayability: .once) { chunks })
            ) { $0.timers = Timers(connect: .milliseconds(500), stall: .milliseconds(500)) }
            async let sent = transport.send(request, observer: nil)
            feed.yield([1])
            // No timer but the total one runs while the local stream has nothing.
            try await Task.sleep(for: .milliseconds(700))
            // Other requests aren't held up.
            let other = try SessionRequests.post(server.url("/other"))
            #expect(try await transport.send(other, observer: nil).status == 200)
            feed.yield([2])
            feed.finish()
            let response = try await sent
            #expect(response.status == 200)
            #expect(response.bodyWasRead)
            #expect(response.bodyByteCountSent == 2)
            #expect(server.requests.map(\.target) == ["/other", "/up"])
            let received = try #require(server.requests.last)
            #expect(received.body == [1, 2])
            #expect(received.isComplete)
            #expect(received["Content-Length"] == "2")
            #expect(received["Transfer-Encoding"] == nil)
            #expect(received["Content-Type"] == nil)
        }

        @Test func aStreamThatNeverEndsIsCutByTheTotalTimer() async throws {
            let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
            let request = try SessionRequests.post(
                "http://127.0.0.1:1/",
                Body(BodyStream(label: "endless") { chunks })
            ) { $0.timers.total = .milliseconds(200) }
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "totalTimeout")
            #expect(error?.progress == .notSent)
            feed.finish()
        }

        @Test(arguments: ["GET", "HEAD", "POST", "PUT", "DELETE"])
        func aRequestMayHaveNoBody(method: String) async throws {
            let server = try ScriptedServer(Script.answer(200, ""))
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), nil, method: method)
            let response = try await transport.send(request, observer: nil)
            #expect(response.status == 200)
            #expect(response.progress == .sent)
            #expect(!response.bodyWasRead)
            let received = try #require(server.requests.first)
            #expect(received.method == method)
            #expect(received.body.isEmpty)
            #expect(received["Transfer-Encoding"] == nil)
            #expect((received["Content-Length"] ?? "0") == "0")
        }

        // swiftlang/swift-corelibs-foundation#3829
        @Test func progressComesFromTheBodyItself() async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let log = EventLog()
            let request = try SessionRequests.post(
                server.url(),
                Body([UInt8](repeating: 1, count: 10 << 20))
            )
            _ = try await transport.send(request) { log.append($0) }
            let sent = log.progress.map(\.sent)
            #expect(sent.count >= 2)
            #expect(sent == sent.sorted())
            #expect(sent.first == 0)
            #expect(sent.last == 10 << 20)
            #expect(log.progress.allSatisfy { $0.total == 10 << 20 })
            guard case .connected(reused: false)? = log.events.first else {
                Issue.record("the first event is \(String(describing: log.events.first))")
                return
            }
        }

        @Test func aBodyThatFailsEndsTheRequest() async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let directory = try TemporaryDirectory()
            let path = try directory.file("a.bin", [UInt8](repeating: 1, count: 1_000_000))
            let request = try SessionRequests.post(server.url(), Body(file: path))
            try Data([1]).write(to: URL(filePath: path.string))
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "body")
            #expect(error?.progress != .sent)
            #expect(error?.bodyWasRead == false)
            #expect("\(try #require(error))".contains("a.bin"))
        }

        @Test func aBodyThatIsUsedUpIsNotSent() async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let stream = BodyStream(label: "once", replayability: .once) {
                AsyncStream<[UInt8]> { chunks in
                    chunks.yield([1])
                    chunks.finish()
                }
            }
            let request = try SessionRequests.post(server.url(), Body(stream))
            #expect(try await transport.send(request, observer: nil).status == 200)
            #expect(await SessionRequests.error(transport, request)?.kind.name == "body")
            #expect(server.requests.count == 1)
        }

        @Test func whatCanNotBeSentIsNamed() async throws {
            let server = try ScriptedServer(Script.answer(200))
            defer { server.stop() }
            let get = try SessionRequests.post(server.url(), method: "GET")
            #expect(await SessionRequests.error(transport, get)?.kind.name == "unsupportedOption")
            #if canImport(FoundationNetworking)
            let expecting = try SessionRequests.post(server.url()) { $0.expectsContinue = true }
            let error = await SessionRequests.error(transport, expecting)
            #expect(error.map { "\($0)" } == "waiting for 100 Continue on Linux can't be used here")
            #endif
            #expect(server.requests.isEmpty)
        }

        @Test func aSessionOfPoliciesRunsOverIt() async throws {
            let server = try ScriptedServer(
                Script.answer(503, "later", [("Retry-After", "0")]),
                Script.redirect(307, to: "/there"),
                Script.redirect(303, to: "/done"),
                Script.answer(200, "here")
            )
            defer { server.stop() }
            let session = UploadSession(transport: transport)
            let result = await session.send(try SessionRequests.post(server.url()))
            #expect(result.status == 200)
            #expect(server.requests.map(\.method) == ["POST", "POST", "POST", "GET"])
            #expect(server.requests.map(\.target) == ["/up", "/up", "/there", "/done"])
            #expect(server.requests[2].body == Array("content".utf8))
            #expect(server.requests[3].body.isEmpty)
            #expect(server.requests[3]["Content-Length"] == nil)
        }
    }
}
