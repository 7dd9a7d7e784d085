import BodyStreaming
import TestSupport
import Testing
import UploadHTTP

struct RedirectTests {
    private func request(_ server: ScriptedServer, _ body: Body) throws -> Request {
        var request = try TransportRequests.post(server.url(), body)
        try request.fields.append("Content-Type", "multipart/form-data; boundary=x")
        try request.fields.append("Authorization", "Bearer t")
        try request.fields.append("Cookie", "c=1")
        return request
    }

    // urllib3/urllib3#5242, psf/requests#3655, axios/axios#1045
    @Test(arguments: TransportKind.allCases, [307, 308])
    func theSecondServerGetsTheWholeFileAndNoCredentials(kind: TransportKind, status: Int)
        async throws
    {
        let directory = try TemporaryDirectory()
        let bytes = [UInt8](repeating: 0x51, count: 2_000_000)
        let body = try Body(file: directory.file("a", bytes))
        let second = try ScriptedServer(Script.answer(201))
        defer { second.stop() }
        let first = try ScriptedServer(
            Script.redirect(status, to: "/again"),
            Script.redirect(status, to: second.url("/x"))
        )
        defer { first.stop() }
        let result = await UploadSession(transport: kind.transport()).send(try request(first, body))
        #expect(result.outcome == .succeeded)
        #expect(result.url.text == second.url("/x"))
        #expect(first.requests.map { $0["Authorization"] } == ["Bearer t", "Bearer t"])
        #expect(first.requests.map { $0["Cookie"] } == ["c=1", "c=1"])
        let arrived = try #require(second.requests.first)
        #expect(arrived.method == "POST")
        #expect(arrived.body == bytes)
        #expect(arrived["Content-Type"] == "multipart/form-data; boundary=x")
        #expect(arrived["Authorization"] == nil)
        #expect(arrived["Cookie"] == nil)
    }

    // follow-redirects/follow-redirects#49, swiftlang/swift-corelibs-foundation#2948
    @Test(arguments: TransportKind.allCases, [301, 302, 303])
    func theSecondRequestHasNoContent(kind: TransportKind, status: Int) async throws {
        let server = try ScriptedServer(Script.redirect(status, to: "done?x"), Script.answer(200))
        defer { server.stop() }
        let result = await UploadSession(transport: kind.transport()).send(
            try request(server, Body("content"))
        )
        #expect(result.outcome == .succeeded)
        let arrived = try #require(server.requests.last)
        #expect(arrived.method == "GET")
        #expect(arrived.target == "/done?x")
        for name in ["Content-Length", "Content-Type", "Transfer-Encoding", "Expect"] {
            #expect(arrived[name] == nil)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func aRedirectBeforeTheBodyIsFollowedAtOnce(kind: TransportKind) async throws {
        let server = try ScriptedServer(
            Script.early(307, .abrupt, [("Location", "/next")]),
            Script.answer(200)
        )
        defer { server.stop() }
        let result = await UploadSession(transport: kind.transport()).send(
            try request(server, TransportRequests.largeBody)
        )
        #expect(result.outcome == .succeeded)
        #expect(server.requests.last?.body.count == TransportRequests.largeByteCount)
    }

    @Test(arguments: TransportKind.allCases)
    func aLoopEnds(kind: TransportKind) async throws {
        let server = try ScriptedServer(Script.redirect(307, to: "/up"))
        defer { server.stop() }
        let result = await UploadSession(transport: kind.transport()).send(
            try request(server, Body("content"))
        )
        #expect(result.outcome == .failed)
        #expect(server.requests.count == 11)
    }

    // curl/curl#17472
    @Test(arguments: TransportKind.allCases)
    func aOnceBodyIsNotSentToTheSecondServer(kind: TransportKind) async throws {
        let second = try ScriptedServer(Script.answer(200))
        defer { second.stop() }
        let first = try ScriptedServer(Script.redirect(308, to: second.url()))
        defer { first.stop() }
        let body = Body(
            BodyStream(label: "once", replayability: .once) {
                AsyncStream { continuation in
                    continuation.yield(Array("data".utf8))
                    continuation.finish()
                }
            }
        )
        let result = await UploadSession(transport: kind.transport()).send(try request(first, body))
        #expect(result.outcome == .failed)
        #expect(
            result.error?.description
                == "the answer 308 asks for the body again, but it can be read only once"
        )
        #expect(second.requests.isEmpty)
    }
}
