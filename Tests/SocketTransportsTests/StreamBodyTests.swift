import BodyStreaming
import SocketTransports
import TestSupport
import Testing
import UploadHTTP

struct StreamBodyTests {
    private let transport = SocketTransport()

    /// What the server gets, chunk by chunk, up to the end of the last one.
    private func chunks(of body: Body) async throws -> [UInt8] {
        let (received, log) = AsyncStream<[UInt8]>.makeStream()
        let server = try PlainServer { _, peer in
            let head = peer.readHead()
            #expect(head.contains("\r\nTransfer-Encoding: chunked\r\n"))
            var bytes: [UInt8] = []
            while bytes.suffix(7) != Array("\r\n0\r\n\r\n".utf8)[...],
                bytes != Array("0\r\n\r\n".utf8)
            {
                let next = peer.read(1)
                guard !next.isEmpty else { break }
                bytes += next
            }
            log.yield(bytes)
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let outcome = await SocketRequests.outcome(
            try SocketRequests.post(server.url, body),
            over: transport
        )
        #expect(outcome.status == 200)
        for await bytes in received { return bytes }
        return []
    }

    @Test func chunksAreByteExact() async throws {
        let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
        feed.yield(Array("hello".utf8))
        feed.finish()
        let stream = BodyStream(label: "feed") { chunks }
        #expect(try await self.chunks(of: Body(stream)) == Array("5\r\nhello\r\n0\r\n\r\n".utf8))
    }

    @Test func aStreamOfNothingIsTheLastChunk() async throws {
        #expect(
            try await chunks(of: SocketRequests.stream([])) == Array("0\r\n\r\n".utf8)
        )
        #expect(
            try await chunks(of: SocketRequests.stream([[], []])) == Array("0\r\n\r\n".utf8)
        )
    }

    @Test(arguments: [1, 15, 16, 255, 4096, 65_503, 65_504, 65_505, 65_536, 200_000])
    func chunksOfAnySizeArrive(count: Int) async throws {
        var generator = SeededGenerator(seed: 8)
        let bytes = generator.bytes(count)
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let request = try SocketRequests.post(server.url(), SocketRequests.stream([bytes, bytes]))
        #expect(await SocketRequests.outcome(request, over: transport).status == 200)
        #expect(server.requests.first?.body == bytes + bytes)
        #expect(server.requests.first?.isComplete == true)
    }

    @Test(arguments: [true, false])
    func aStreamThatFailsEndsTheRequestWithinItsBody(isKnown: Bool) async throws {
        struct Broken: Error {}
        let stream = BodyStream(label: "broken", byteCount: isKnown ? 10 : nil) {
            AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield([1, 2, 3])
                continuation.finish(throwing: Broken())
            }
        }
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let request = try SocketRequests.post(server.url(), Body(stream))
        let outcome = await SocketRequests.outcome(request, over: transport)
        #expect(outcome.name == "body")
        await server.settle()
        #expect(server.requests.allSatisfy { !$0.isComplete })
    }

    @Test(arguments: [2, 4])
    func aStreamThatIsNoneOfItsLengthIsAnError(count: Int) async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let body = SocketRequests.stream([[UInt8](repeating: 1, count: count)], byteCount: 3)
        let request = try SocketRequests.post(server.url(), body)
        let outcome = await SocketRequests.outcome(request, over: transport)
        #expect(outcome.name == "body")
        await server.settle()
        #expect(server.requests.allSatisfy { !$0.isComplete })
    }

    @Test func aLargeBodyReachesASlowReader() async throws {
        var generator = SeededGenerator(seed: 9)
        let bytes = generator.bytes(6 << 20)
        let server = try ScriptedServer(
            Script.answer(200, rate: 16 << 20),
            receiveBufferByteCount: 4096
        )
        defer { server.stop() }
        let request = try SocketRequests.post(server.url(), Body(bytes))
        let outcome = await SocketRequests.outcome(request, over: transport)
        #expect(outcome.status == 200)
        #expect(server.requests.first?.body == bytes)
    }

    /// The transfers of a thread take turns.
    @Test func aLargeBodyHoldsNobodyUp() async throws {
        let slow = try ScriptedServer(Script.stall, receiveBufferByteCount: 65_536)
        defer { slow.stop() }
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let large = try SocketRequests.post(
            slow.url(),
            Body([UInt8](repeating: 1, count: 16 << 20))
        )
        let task = Task { await SocketRequests.outcome(large, over: transport).name }
        await slow.waitForRequests(1)
        let small = try SocketRequests.post(server.url())
        for _ in 0..<20 {
            #expect(await SocketRequests.outcome(small, over: transport).status == 200)
        }
        task.cancel()
        #expect(await task.value == "cancelled")
    }
}
