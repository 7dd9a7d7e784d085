import BodyStreaming
import Foundation
import FoundationTransports
import TestSupport
import Testing
import UploadHTTP

extension URLSessionTransportTests {
    struct SessionAnswerTests {
        private let transport = URLSessionTransport()

        @Test(
            arguments: [
                "Basic realm=\"x\"", "Digest realm=x, nonce=\"1\"", "Bearer", "Negotiate", "???",
            ]
        )
        func aChallengeIsAnAnswer(_ challenge: String) async throws {
            let server = try ScriptedServer(
                Script.answer(401, "who?", [("WWW-Authenticate", challenge)])
            )
            defer { server.stop() }
            let begin = ContinuousClock.now
            let response = try await transport.send(
                SessionRequests.post(server.url()),
                observer: nil
            )
            #expect(response.status == 401)
            #expect(response.text == "who?")
            #expect(response.head.fields["WWW-Authenticate"] == challenge)
            #expect(ContinuousClock.now - begin < .seconds(20))
            #expect(server.requests.count == 1)
        }

        // swiftlang/swift-corelibs-foundation#2948
        @Test(arguments: [300, 301, 302, 303, 304, 307, 308])
        func aRedirectIsAnAnswer(status: Int) async throws {
            let server = try ScriptedServer(
                Script.answer(status, status == 304 ? "" : "moved", [("Location", "/ok")]),
                Script.answer(200)
            )
            defer { server.stop() }
            let log = EventLog()
            let response = try await transport.send(SessionRequests.post(server.url())) {
                log.append($0)
            }
            #expect(response.status == status)
            #expect(response.text == (status == 304 ? "" : "moved"))
            #expect(response.head.fields["Location"] == "/ok")
            #expect(server.requests.count == 1)
            let heads = log.events.compactMap {
                if case .responseHead(let head) = $0 { head.status } else { nil }
            }
            #expect(heads == [status])
        }

        @Test func aRedirectWithoutALocationIsNotReturnedWithoutItsContent() async throws {
            let server = try ScriptedServer(Script.answer(301, "moved"), Script.answer(301, ""))
            defer { server.stop() }
            let request = try SessionRequests.post(server.url())
            #if canImport(FoundationNetworking)
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "responseTruncated")
            #expect(error?.responseHead?.status == 301)
            #else
            #expect(try await transport.send(request, observer: nil).text == "moved")
            #endif
            #expect(try await transport.send(request, observer: nil).status == 301)
        }

        // MARK: Early answers

        @Test(arguments: [Script.Ending.close, .read, .stall], [0, 100_000])
        func aRefusalIsTheAnswer(ending: Script.Ending, after count: Int) async throws {
            let server = try ScriptedServer(
                Script.early(413, ending, after: count),
                receiveBufferByteCount: 65_536
            )
            defer { server.stop() }
            let begin = ContinuousClock.now
            let request = try SessionRequests.post(server.url(), SessionRequests.largeBody)
            let response = try await transport.send(request, observer: nil)
            #expect(response.status == 413)
            #expect(response.text == "early")
            #expect(response.progress == .partlySent)
            #expect(response.bodyByteCountSent < Int64(SessionRequests.largeByteCount))
            #expect(ContinuousClock.now - begin < .seconds(20))
        }

        @Test func anAnswerThatAResetFollowsIsNoSuccess() async throws {
            let server = try ScriptedServer(
                Script.early(413, .reset, after: 100_000),
                receiveBufferByteCount: 65_536
            )
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), SessionRequests.largeBody)
            do {
                #expect(try await transport.send(request, observer: nil).status == 413)
            } catch {
                #expect(error.kind.name == "connectionLost")
                #expect(error.progress == .partlySent)
            }
        }

        @Test func anEarlySuccessIsNoSuccess() async throws {
            let server = try ScriptedServer(Script.early(200, .stall), receiveBufferByteCount: 4096)
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), SessionRequests.largeBody)
            let session = UploadSession(transport: transport)
            #expect(await session.send(request).outcome == .respondedEarly)
        }

        @Test func anEarlyAnswerWithoutAnEndIsTakenAsItIs() async throws {
            let server = try ScriptedServer(
                Script.unended(
                    "HTTP/1.1 403 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n"
                ),
                receiveBufferByteCount: 4096
            )
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), SessionRequests.largeBody)
            let response = try await transport.send(request, observer: nil)
            #expect(response.status == 403)
            #expect(response.text == "no")
        }

        // swiftlang/swift-corelibs-foundation#3236
        @Test func aHugeAnswerIsCutAtTheLimitAndTheTransferStops() async throws {
            let written = Counter()
            let server = try ScriptedServer(
                { connection, _ in
                    try connection.send("HTTP/1.1 413 X\r\nContent-Length: 52428800\r\n\r\n")
                    for _ in 0..<800 {
                        try connection.send([UInt8](repeating: 1, count: 65_536))
                        written.add(65_536)
                        // Slower than a client that takes everything.
                        usleep(1000)
                    }
                    return false
                }
            )
            defer { server.stop() }
            let request = try SessionRequests.post(server.url(), SessionRequests.largeBody) {
                $0.maximumResponseByteCount = 65_536
            }
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "responseTooLarge")
            #expect(error?.responseHead?.status == 413)
            await server.settle()
            #expect(written.value < 40 << 20)
        }

        // MARK: Content

        @Test func aContentGoesToAFileUnderItsNameAtTheEnd() async throws {
            let content = String(repeating: "0123456789", count: 30_000)
            let server = try ScriptedServer(
                Script.answer(200, content),
                Script.raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            )
            defer { server.stop() }
            let directory = try TemporaryDirectory()
            let path = LocalPath(directory.path + "/answer")
            let request = try SessionRequests.post(server.url()) {
                $0.responseDestination = .file(path)
            }
            let response = try await transport.send(request, observer: nil)
            #expect(response.body == .file(path, byteCount: 300_000))
            #expect(try String(contentsOfFile: path.string, encoding: .utf8) == content)
            let error = await SessionRequests.error(transport, request)
            #expect(error?.kind.name == "responseTruncated")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["answer"]
            )
            #expect(try String(contentsOfFile: path.string, encoding: .utf8) == content)
        }

        @Test(
            arguments: [
                ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "responseTruncated"),
                (
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
                    "responseTruncated"
                ),
                ("hello\r\n\r\n", "invalidResponse"),
                ("", "connectionLost"),
            ]
        )
        func aBrokenAnswerIsAnError(_ text: String, _ name: String) async throws {
            let server = try ScriptedServer(Script.raw(text))
            defer { server.stop() }
            let error = await SessionRequests.error(
                transport,
                try SessionRequests.post(server.url())
            )
            #expect(error?.kind.name == name)
            #expect(error?.progress == .sent)
            #expect(error?.library?.name == "URLSession")
            #expect(error?.bodyByteCountSent == 7)
        }

        @Test func aControlCharacterInAReasonIsNoMatter() async throws {
            let server = try ScriptedServer(
                Script.raw("HTTP/1.1 200 a\u{1B}[31m\r\nContent-Length: 2\r\n\r\nok")
            )
            defer { server.stop() }
            let response = try await transport.send(
                SessionRequests.post(server.url()),
                observer: nil
            )
            #expect(response.text == "ok")
            #expect(response.head.reason == "")
        }

        @Test func interimResponsesAreNoAnswer() async throws {
            let server = try ScriptedServer({ connection, request in
                try connection.send(
                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"
                )
                return try Script.answer(200)(connection, &request)
            })
            defer { server.stop() }
            let log = EventLog()
            let response = try await transport.send(SessionRequests.post(server.url())) {
                log.append($0)
            }
            #expect(response.status == 200)
            #expect(response.head.fields["X-Early"] == nil)
            #if canImport(FoundationNetworking)
            #expect(log.informational == [100, 103])
            #endif
        }
    }
}
