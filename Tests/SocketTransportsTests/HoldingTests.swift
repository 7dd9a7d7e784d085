import BodyStreaming
import SocketTransports
import TestSupport
import Testing
import UploadHTTP

/// Contents that wait for `100 Continue`, for a kept connection to prove itself, or for both.
struct HoldingTests {
    private let transport = SocketTransport()

    private func expecting(_ server: ScriptedServer, _ body: Body) throws -> Request {
        try SocketRequests.post(server.url(), body) { $0.expectsContinue = true }
    }

    /// Whichever of the two ends first: the content goes when both have.
    @Test(arguments: [0, 100])
    func bothWaitsEnd(delay: Int) async throws {
        let server = try ScriptedServer(
            Script.answer(200),
            { connection, request in
                request.surplusByteCount = connection.hasInput(within: delay) ? 1 : 0
                try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
                return try Script.answer(201)(connection, &request)
            }
        )
        defer { server.stop() }
        let first = try SocketRequests.post(server.url())
        #expect(await SocketRequests.outcome(first, over: transport).status == 200)
        let outcome = await SocketRequests.outcome(
            try expecting(server, Body("content")),
            over: transport
        )
        #expect(outcome.status == 201)
        #expect(server.connectionCount == 1)
        #expect(server.requests.last?.body == Array("content".utf8))
        #expect(server.requests.last?.surplusByteCount == 0)
    }

    @Test func anAnswerEndsBothWaits() async throws {
        let server = try ScriptedServer(
            Script.answer(200),
            { connection, request in
                try connection.respond(413, "no")
                request.surplusByteCount = connection.hasInput(within: 100) ? 1 : 0
                return false
            }
        )
        defer { server.stop() }
        let first = try SocketRequests.post(server.url())
        #expect(await SocketRequests.outcome(first, over: transport).status == 200)
        let outcome = await SocketRequests.outcome(
            try expecting(server, Body("content")),
            over: transport
        )
        let response = try outcome.get()
        #expect(response.status == 413)
        #expect(response.progress == .partlySent)
        #expect(response.bodyByteCountSent == 0)
        #expect(!response.bodyWasRead)
    }

    @Test func chunksWaitToo() async throws {
        let server = try ScriptedServer({ connection, request in
            request.surplusByteCount = connection.hasInput(within: 100) ? 1 : 0
            try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            return try Script.answer(201)(connection, &request)
        })
        defer { server.stop() }
        let body = SocketRequests.stream([[1, 2], [], [3]])
        let outcome = await SocketRequests.outcome(try expecting(server, body), over: transport)
        #expect(outcome.status == 201)
        #expect(server.requests.first?.surplusByteCount == 0)
        #expect(server.requests.first?.body == [1, 2, 3])
    }

    @Test func nothingWaitsWithoutContent() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        for body in [Body(), nil] {
            let request = try SocketRequests.post(server.url(), body) { $0.expectsContinue = true }
            #expect(await SocketRequests.outcome(request, over: transport).status == 200)
        }
        #expect(server.requests.map { $0["Expect"] } == [nil, nil])
    }
}
