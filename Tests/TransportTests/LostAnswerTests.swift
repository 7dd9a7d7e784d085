import BodyStreaming
import Foundation
import TestSupport
import Testing
import UploadHTTP

struct LostAnswerTests {
    private func session(
        over transport: any Transport,
        retries: Int = 3
    ) -> UploadSession {
        var session = UploadSession(transport: transport)
        session.retryPolicy.maximumRetryCount = retries
        session.retryPolicy.baseDelay = .milliseconds(1)
        return session
    }

    // rclone/rclone#559, nahi/httpclient#142, oven-sh/bun#28708
    @Test(arguments: TransportKind.allCases, pairs([false, true], [false, true]))
    func aPostWhoseAnswerIsLostIsSentOnce(
        kind: TransportKind,
        loss: (byReset: Bool, onReusedConnection: Bool)
    ) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            (loss.onReusedConnection ? [Script.answer(200)] : [])
                + [Script.lost(reset: loss.byReset)]
        )
        defer { server.stop() }
        if loss.onReusedConnection {
            _ = try await transport.send(TransportRequests.post(server.url()), observer: nil)
        }
        let result = await session(over: transport).send(try TransportRequests.post(server.url()))
        #expect(result.outcome == .unknown)
        #expect(result.error?.kind == "connectionLost")
        #expect(result.error?.isRetryable == false)
        await server.settle()
        #expect(server.requests.count == (loss.onReusedConnection ? 2 : 1))
    }

    @Test(arguments: TransportKind.allCases, [false, true])
    func aPostWithoutContentWhoseAnswerIsLostIsSentOnce(kind: TransportKind, byReset: Bool)
        async throws
    {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.answer(200), Script.lost(reset: byReset))
        defer { server.stop() }
        _ = try await transport.send(TransportRequests.post(server.url()), observer: nil)
        let result = await session(over: transport).send(
            try TransportRequests.post(server.url(), nil)
        )
        #expect(result.outcome == .unknown)
        await server.settle()
        #expect(server.requests.count == 2)
    }

    @Test(arguments: TransportKind.allCases, [false, true])
    func withAKeyALostAnswerIsAskedForAgain(kind: TransportKind, byReset: Bool) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.lost(reset: byReset), Script.answer(200))
        defer { server.stop() }
        let result = await session(over: transport).send(
            try TransportRequests.post(server.url(), key: "k")
        )
        #expect(result.outcome == .succeeded)
        #expect(server.requests.map { $0["Idempotency-Key"] } == ["k", "k"])
        #expect(server.requests.map(\.body.count) == [7, 7])
    }

    @Test(arguments: TransportKind.allCases)
    func aConnectionThatBreaksInTheBodyIsNotTriedAgain(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.reset(after: 65_536))
        defer { server.stop() }
        let request = try TransportRequests.post(server.url(), TransportRequests.largeBody)
        let result = await session(over: transport).send(request)
        #expect(result.outcome == .failed)
        #expect(result.error?.isRetryable == true)
        #expect(server.requests.count == 1)
    }

    // connectrpc/connect-swift#399
    @Test(arguments: TransportKind.allCases)
    func withAKeyABrokenBodyIsSentAgainFromTheStart(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.reset(after: 65_536), Script.answer(200))
        defer { server.stop() }
        let request = try TransportRequests.post(
            server.url(),
            TransportRequests.largeBody,
            key: "k"
        )
        let result = await session(over: transport).send(request)
        #expect(result.outcome == .succeeded)
        #expect(result.attempts == 2)
        #expect(server.requests.last?.body.count == TransportRequests.largeByteCount)
    }

    // abraunegg/onedrive#3792
    @Test(arguments: TransportKind.allCases)
    func aOnceBodyIsNotSentAgain(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.reset(after: 10))
        defer { server.stop() }
        let body = Body(
            BodyStream(label: "once", replayability: .once) {
                AsyncStream { continuation in
                    for _ in 0..<1000 { continuation.yield([UInt8](repeating: 1, count: 10_000)) }
                    continuation.finish()
                }
            }
        )
        let result = await session(over: transport, retries: 1000).send(
            try TransportRequests.post(server.url(), body, key: "k")
        )
        #expect(result.outcome == .failed)
        #expect(result.error?.kind == "bodyNotReplayable")
        #expect(server.connectionCount == 1)
    }

    /// A kept connection that the server has closed, which it had not announced, costs nobody an
    /// attempt.
    @Test(arguments: TransportKind.allCases, pairs([nil, "k"], [true, false]))
    func deadKeptConnectionsAreReplacedSilently(
        kind: TransportKind,
        use: (key: String?, endsByReset: Bool)
    ) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer({ connection, request in
            _ = try Script.answer(200)(connection, &request)
            // What is unread at the end makes a reset of it, not only an end.
            if use.endsByReset { connection.reset() }
            return false
        })
        defer { server.stop() }
        var unknownCount = 0
        for _ in 0..<100 {
            let result = await session(over: transport, retries: 0).send(
                try TransportRequests.post(server.url(), key: use.key)
            )
            if result.outcome == .unknown {
                unknownCount += 1
            } else {
                #expect(result.outcome == .succeeded, "\(result)")
            }
            #expect(result.attempts == 1)
            await server.waitForClosedConnections()
        }
        // On a machine that stands still the end of a connection may be under way for longer than
        // content is held back for it, or the server give a request up.
        #expect(unknownCount < 5)
        #expect(server.requests.count { $0.isComplete } >= 100 - unknownCount)
        #expect(server.requests.count <= 100)
    }

    /// The end of a kept connection crosses the header of the next request on the wire: its content
    /// was still held back, so the server can't have carried it out.
    ///
    /// On a busy machine a server may take longer to close than content is held back for it.
    @Test(arguments: TransportKind.allCases)
    func aConnectionThatEndsBehindTheHeaderIsReplacedSilently(kind: TransportKind) async throws {
        var silentCount = 0
        for _ in 0..<20 {
            let transport = kind.transport()
            let server = try ScriptedServer(
                Script.answer(200),
                { _, _ in false },
                Script.answer(200)
            )
            defer { server.stop() }
            var session = UploadSession(transport: transport)
            session.retryPolicy = .none
            let first = await session.send(try TransportRequests.post(server.url()))
            #expect(first.outcome == .succeeded)
            let second = await session.send(try TransportRequests.post(server.url()))
            #expect(second.attempts == 1)
            guard second.outcome == .succeeded else {
                #expect(second.outcome == .unknown)
                continue
            }
            silentCount += 1
            await server.settle()
            #expect(server.requests.map(\.isComplete) == [true, false, true])
        }
        #expect(silentCount > 10)
    }

    /// The server closes right behind each answer: where that crosses the next request, it is the
    /// kernel of the server that takes the content, and nobody can tell whether the server read it.
    /// Such a request is told as unknown, with a key it is sent again; none is lost or sent twice.
    @Test(arguments: TransportKind.allCases, [nil, "k"])
    func requestsThatCrossTheEndOfAConnectionAreNeitherLostNorSentTwice(
        kind: TransportKind,
        key: String?
    ) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.staleAnswer)
        defer { server.stop() }
        var unknownCount = 0
        for _ in 0..<200 {
            let request = try TransportRequests.post(server.url(), key: key)
            let result = await session(over: transport, retries: 0).send(request)
            unknownCount += result.outcome == .unknown ? 1 : 0
            #expect(
                result.outcome == .succeeded || key == nil && result.outcome == .unknown,
                "\(result)"
            )
        }
        await server.settle()
        #expect(server.requests.count { $0.isComplete } == 200 - unknownCount)
    }

    @Test(arguments: TransportKind.allCases)
    func nobodyListens(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.answer(200))
        server.stop()
        let result = await session(over: transport, retries: 1).send(
            try TransportRequests.post(server.url())
        )
        #expect(result.outcome == .failed)
        #expect(result.error?.kind == "connectionFailed")
        #expect(result.error?.isRetryable == true)
        #expect(result.attempts == 2)
        guard case .transport(let error)? = result.error?.cause else { return }
        #expect(error.library?.name == (kind == .curl ? "libcurl" : "connect"))
        #expect(error.library?.code == (kind == .curl ? 7 : Int(ECONNREFUSED)))
    }

    @Test(arguments: TransportKind.allCases)
    func hostsThatDoNotExistAreNamed(kind: TransportKind) async throws {
        let transport = kind.transport()
        let request = try TransportRequests.post("http://nothing.invalid/")
        let error = await TransportRequests.error(transport, request)
        #expect(error?.kind.name == "hostNotFound")
        #expect(error?.progress == .notSent)
    }
}
