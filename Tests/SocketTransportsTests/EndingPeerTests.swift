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

/// Peers that end the connection at any place of the request.
struct EndingPeerTests {
    enum Ending: String, CaseIterable, Sendable, Codable {
        case close
        case reset
    }

    private static let answer = "HTTP/1.1 413 No\r\nContent-Length: 3\r\n\r\nno!"

    /// What arrives of the request of ``post(_:)``.
    private static func wire(_ port: UInt16) -> String {
        "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: */*\r\nContent-Length: 40\r\n\r\n"
            + String(repeating: "z", count: 40)
    }

    private func post(_ server: PlainServer) throws -> Request {
        try SocketRequests.post(server.url, Body(String(repeating: "z", count: 40)))
    }

    @Test(arguments: Ending.allCases)
    func anEndWithoutAnAnswerIsALostConnection(ending: Ending) async throws {
        let whole = Self.wire(65_535).utf8.count
        for count in 0...whole {
            let server = try PlainServer { server, peer in
                let expected = Array(Self.wire(server.port).utf8.prefix(count))
                #expect(peer.read(count) == expected)
                if ending == .reset { peer.reset() }
            }
            defer { server.stop() }
            let transport = SocketTransport()
            let error = await SocketRequests.outcome(try post(server), over: transport).error
            // A reset may come before the connection is seen to be made.
            let isUnmade = count == 0 && error?.kind.name == "connectionFailed"
            #expect(
                isUnmade || error?.kind.name == "connectionLost",
                "after \(count): \(String(describing: error))"
            )
            #expect(isUnmade || error?.progress != .notSent)
            #expect(error?.responseHead == nil)
            await transport.shutdown()
        }
    }

    @Test(arguments: Ending.allCases)
    func anAnswerBeforeTheEndIsTheAnswer(ending: Ending) async throws {
        for count in 0...Self.wire(65_535).utf8.count {
            let server = try PlainServer { _, peer in
                _ = peer.read(count)
                peer.send(Self.answer)
                // Its end finds the client, which closes then, if this side doesn't reset.
                if ending == .reset { peer.reset() }
            }
            defer { server.stop() }
            let transport = SocketTransport()
            let outcome = await SocketRequests.outcome(try post(server), over: transport)
            // A reset may overtake the answer.
            #expect(
                outcome.name == "413"
                    || ending == .reset
                        && ["connectionLost", "connectionFailed"].contains(outcome.name),
                "after \(count): \(outcome)"
            )
            await transport.shutdown()
        }
    }

    @Test(arguments: Ending.allCases, [1, 17, 37, 38, 40])
    func anAnswerThatIsCutIsNoAnswer(ending: Ending, count: Int) async throws {
        let server = try PlainServer { server, peer in
            _ = peer.read(Self.wire(server.port).utf8.count)
            peer.send(Array(Self.answer.utf8.prefix(count)))
            if ending == .reset { peer.reset() }
        }
        defer { server.stop() }
        let outcome = await SocketRequests.outcome(try post(server), over: SocketTransport())
        let hasHead = count >= Self.answer.utf8.count - 3
        #expect(
            outcome.name == (hasHead ? "responseTruncated" : "connectionLost")
                || ending == .reset && outcome.name == "connectionLost",
            "\(outcome)"
        )
        #expect(outcome.error?.progress == .sent)
    }

    /// The files of a body go out with a call that has no flag against the signal.
    @Test(arguments: Ending.allCases)
    func noSignalEndsTheProcess(ending: Ending) async {
        await #expect(processExitsWith: .success) { [ending] in
            signal(SIGPIPE, SIG_DFL)
            let directory = try TemporaryDirectory()
            let file = try directory.file("a", [UInt8](repeating: 1, count: 8 << 20))
            for body in [try Body(file: file), Body([UInt8](repeating: 1, count: 8 << 20))] {
                for count in [1, 100, 100_000, 1_000_000] {
                    let server = try PlainServer { _, peer in
                        _ = peer.read(count)
                        if ending == .reset { peer.reset() }
                    }
                    defer { server.stop() }
                    let request = try SocketRequests.post(server.url, body)
                    let outcome = await SocketRequests.outcome(request, over: SocketTransport())
                    #expect(outcome.name == "connectionLost")
                }
            }
        }
    }

    // MARK: Kept connections

    /// Answers the first request of its first connection, and then does something else.
    private func server(
        _ second: @escaping @Sendable (PlainServer, PlainPeer) -> Void
    ) throws -> PlainServer {
        try PlainServer { server, peer in
            _ = peer.readHead()
            _ = peer.read(7)
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            second(server, peer)
        }
    }

    /// The content was held back, so nothing of the request was carried out.
    @Test func aRequestThatCanNotStartOverIsNotSent() async throws {
        let server = try server { server, peer in
            _ = peer.readHead()
            server.stop()
            // Whoever connects waits for this thread to close the listener.
            _ = peer.read(0)
        }
        defer { server.stop() }
        let transport = SocketTransport()
        let first = await SocketRequests.outcome(
            try SocketRequests.post(server.url),
            over: transport
        )
        #expect(first.status == 200)
        let error = await SocketRequests.outcome(
            try SocketRequests.post(server.url),
            over: transport
        ).error
        // On a busy machine the content may have gone by then.
        guard error?.kind.name != "connectionLost" else { return }
        #expect(error?.kind.name == "connectionFailed")
        #expect(error?.progress == .notSent)
        #expect(error?.phase == .connecting)
        #expect(error?.connectionWasReused == false)
        #expect(error?.bodyByteCountSent == 0)
    }

    /// Its stream was started, although nothing had come of it.
    @Test func aBodyThatIsReadOnceDoesNotStartOver() async throws {
        let server = try server { _, peer in _ = peer.readHead() }
        defer { server.stop() }
        let transport = SocketTransport()
        let first = await SocketRequests.outcome(
            try SocketRequests.post(server.url),
            over: transport
        )
        #expect(first.status == 200)
        let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
        let body = Body(BodyStream(label: "once", replayability: .once) { chunks })
        let request = try SocketRequests.post(server.url, body) {
            $0.idempotencyKey = try IdempotencyKey("k")
        }
        let error = await SocketRequests.outcome(request, over: transport).error
        #expect(error?.kind.name == "connectionLost")
        #expect(error?.bodyWasRead == true)
        feed.finish()
    }

    /// More of an answer than was announced must not answer the next request.
    @Test func whatIsLeftOfAnAnswerIsNotTheNextOne() async throws {
        // The announced bytes fill the memory for what is received at once.
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 65000\r\nX: "
        let padding = 65_536 - 65_000 - head.utf8.count - 4
        let first =
            head + String(repeating: "p", count: padding) + "\r\n\r\n"
            + String(repeating: "c", count: 65_000)
        let server = try PlainServer { _, peer in
            _ = peer.readHead()
            _ = peer.read(7)
            peer.send(first + "HTTP/1.1 500 Smuggled\r\nContent-Length: 0\r\n\r\n")
            _ = peer.readHead()
        }
        defer { server.stop() }
        let transport = SocketTransport()
        let request = try SocketRequests.post(server.url)
        let executor = try transport.executor()
        let statuses = await withTaskExecutorPreference(executor) {
            var statuses: [Int?] = []
            for _ in 0..<2 {
                statuses.append(await SocketRequests.outcome(request, over: transport).status)
            }
            return statuses
        }
        #expect(statuses == [200, 200])
    }

    @Test func thousandsOfInterimResponsesAreAnError() async throws {
        let server = try PlainServer { _, peer in
            _ = peer.readHead()
            while peer.send("HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n") {}
        }
        defer { server.stop() }
        let outcome = await SocketRequests.outcome(
            try SocketRequests.post(server.url),
            over: SocketTransport()
        )
        #expect(outcome.name == "responseHeadTooLarge")
    }

    /// The answer is there before the head has gone out.
    @Test func aHeadThatIsTooLargeForThePeerIsAnswered() async throws {
        let server = try PlainServer { _, peer in
            _ = peer.read(1000)
            peer.send("HTTP/1.1 431 Large\r\nContent-Length: 5\r\n\r\nlarge")
            // Neither reads on nor closes: 431 is all the client gets.
            _ = peer.read(0)
        }
        defer { server.stop() }
        var request = try SocketRequests.post(server.url)
        let value = String(repeating: "v", count: 1 << 20)
        for number in 0..<16 { try request.fields.append("X-\(number)", value) }
        let outcome = await SocketRequests.outcome(request, over: SocketTransport())
        #expect(outcome.status == 431 || outcome.name == "connectionLost")
        if let response = try? outcome.get() {
            #expect(response.progress == .partlySent)
            #expect(response.bodyByteCountSent == 0)
        }
    }

    /// A trailer that reads like a head is none of an answer.
    @Test func aTrailerThatLooksLikeAHeadIsNone() async throws {
        let server = try PlainServer { _, peer in
            _ = peer.readHead()
            peer.send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n"
                    + "HTTP/1.1 500 X\r\nX-T: 1\r\n\r\n"
            )
        }
        defer { server.stop() }
        let outcome = await SocketRequests.outcome(
            try SocketRequests.post(server.url),
            over: SocketTransport()
        )
        #expect(outcome.status == 200)
        #expect(try outcome.get().trailers["X-T"] == "1")
    }
}
