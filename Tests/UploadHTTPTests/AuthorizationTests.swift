import BodyStreaming
import Synchronization
import Testing
import UploadHTTP

struct AuthorizationTests {
    private func request(_ url: String = "http://a/up") throws -> Request {
        try Request(url: try RequestURL(url), body: Body("content"))
    }

    private func fields(_ transport: ScriptedTransport) -> [String?] {
        transport.requests.map { $0.fields["Authorization"] }
    }

    @Test(arguments: [
        ("", "", "Basic Og=="), ("a", "", "Basic YTo="), ("a", "b", "Basic YTpi"),
        ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        ("ü", "p:w", "Basic w7w6cDp3"),
    ])
    func basicCredentialsAreEncoded(user: String, password: String, expected: String) async throws {
        #expect(try await Authorization.basic(user: user, password: password).value() == expected)
    }

    @Test func credentialsThatCanNotBeSentAreRefused() {
        #expect(throws: RequestError.invalidCredentials) {
            try Authorization.basic(user: "a:b", password: "")
        }
        #expect(throws: RequestError.invalidCredentials) {
            try Authorization.basic(user: "a", password: "b\r\n")
        }
        for token in ["", "a b", "a\r\nX: y", "\u{0}"] {
            #expect(throws: RequestError.invalidCredentials) { try Authorization.bearer(token) }
        }
    }

    @Test func credentialsAreNotPrinted() throws {
        let authorization = try Authorization.bearer("secret")
        var dumped = ""
        dump(authorization, to: &dumped)
        for text in ["\(authorization)", String(reflecting: authorization), dumped] {
            #expect(!text.contains("secret"))
        }
    }

    @Test func credentialsAreNotSentToOtherOrigins() async throws {
        let transport = ScriptedTransport(
            .status(307, ("Location", "/again")),
            .status(307, ("Location", "http://b/")),
            .status(307, ("Location", "http://a/")),
            .status(200)
        )
        var session = UploadSession(transport: transport)
        session.authorization = try .bearer("t")
        #expect(await session.send(try request()).outcome == .succeeded)
        #expect(fields(transport) == ["Bearer t", "Bearer t", nil, nil])
    }

    @Test func userInformationBecomesAField() async throws {
        let transport = ScriptedTransport(.status(200))
        let result = await UploadSession(transport: transport).send(try request("http://a:b@h/"))
        #expect(fields(transport) == ["Basic YTpi"])
        #expect(transport.requests[0].url.text == "http://h/")
        #expect(result.url.text == "http://h/")
    }

    @Test func theRequestsOwnFieldComesFirst() async throws {
        let transport = ScriptedTransport(.status(200))
        var session = UploadSession(transport: transport)
        session.authorization = try .bearer("t")
        var request = try request()
        try request.fields.append("authorization", "Own x")
        _ = await session.send(request)
        #expect(fields(transport) == ["Own x"])
    }

    // cfug/dio#482, felangel/fresh#113
    @Test func aRefusedTokenIsMadeAnewAndTheBodySentAgain() async throws {
        let transport = ScriptedTransport(.status(401), .status(200))
        var session = UploadSession(transport: transport)
        session.authorization = .bearer(
            TokenSource(token: "old") { refused in
                "new after \(refused ?? "")".replacing(" ", with: "-")
            }
        )
        let result = await session.send(try request())
        #expect(result.outcome == .succeeded)
        #expect(result.attempts == 1)
        #expect(fields(transport) == ["Bearer old", "Bearer new-after-old"])
        #expect(transport.requests.map(\.body?.length) == [7, 7])
    }

    @Test func aRefusedTokenIsToldAsItWas() async throws {
        let transport = ScriptedTransport(.status(401), .status(200))
        var session = UploadSession(transport: transport)
        session.authorization = .bearer(
            TokenSource(token: "\u{301}old") { "new-after-\($0 ?? "none")" }
        )
        let result = await session.send(try request())
        #expect(result.outcome == .succeeded)
        #expect(fields(transport) == ["Bearer \u{301}old", "Bearer new-after-\u{301}old"])
    }

    @Test func aSecondRefusalIsTheAnswer() async throws {
        let transport = ScriptedTransport(.status(401))
        var session = UploadSession(transport: transport)
        let count = Mutex(0)
        session.authorization = .bearer(
            TokenSource { _ in
                count.withLock {
                    $0 += 1; return "t\($0)"
                }
            }
        )
        let result = await session.send(try request())
        #expect(result.status == 401)
        #expect(fields(transport) == ["Bearer t1", "Bearer t2"])
    }

    @Test func manyWaitersShareOneRefresh() async throws {
        let count = Mutex(0)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let source = TokenSource(token: "old") { _ in
            count.withLock { $0 += 1 }
            for await _ in gate { break }
            return "new"
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await source.token(insteadOf: "old") } }
            open.yield()
            for try await token in group { #expect(token == "new") }
        }
        #expect(count.withLock { $0 } == 1)
        #expect(try await source.token(insteadOf: "old") == "new")
    }

    @Test func aCancelledWaiterDoesNotWaitForTheRefresh() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let source = TokenSource { _ in
            for await _ in gate { break }
            return "t"
        }
        let waiting = Task { try await source.token(insteadOf: nil) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        open.yield()
        #expect(try await source.token(insteadOf: nil) == "t")
    }

    @Test func aFailedRefreshFailsTheUpload() async throws {
        struct Refused: Error {}
        let transport = ScriptedTransport(.status(200))
        var session = UploadSession(transport: transport)
        session.authorization = .bearer(TokenSource { _ in throw Refused() })
        let result = await session.send(try request())
        #expect(result.outcome == .failed)
        #expect(result.error?.kind == "authorization")
        #expect(transport.requests.isEmpty)
    }

    @Test func keysAreCheckedAndRandomOnesDiffer() throws {
        for value in ["", " ", "a b", "ä", "a\n", String(repeating: "a", count: 256)] {
            #expect(throws: RequestError.invalidIdempotencyKey) { try IdempotencyKey(value) }
        }
        let keys = (0..<100).map { _ in IdempotencyKey.random().value }
        #expect(Set(keys).count == 100)
        #expect(keys.allSatisfy { $0.utf8.count == 32 })
    }
}
