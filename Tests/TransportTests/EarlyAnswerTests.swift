import BodyStreaming
import TestSupport
import Testing
import UploadHTTP

struct EarlyAnswerTests {
    // psf/requests#2422, square/okhttp#1001, openHPI/poseidon#54
    @Test(arguments: TransportKind.allCases, pairs(Script.Ending.allCases, [0, 100_000]))
    func aRefusalIsTheAnswerHoweverTheConnectionEnds(
        kind: TransportKind,
        answer: (ending: Script.Ending, after: Int)
    ) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            Script.early(413, answer.ending, after: answer.after),
            receiveBufferByteCount: 65_536
        )
        defer { server.stop() }
        let begin = ContinuousClock.now
        let request = try TransportRequests.post(server.url(), TransportRequests.largeBody)
        let response = try await transport.send(request, observer: nil)
        #expect(response.status == 413)
        #expect(response.text == "early")
        #expect(response.progress == .partlySent)
        #expect(response.bodyByteCountSent < Int64(TransportRequests.largeByteCount))
        #expect(ContinuousClock.now - begin < .seconds(40))
    }

    @Test(arguments: TransportKind.allCases)
    func anEarlySuccessIsNoSuccess(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.early(200, .stall), receiveBufferByteCount: 4096)
        defer { server.stop() }
        let request = try TransportRequests.post(server.url(), TransportRequests.largeBody)
        let session = UploadSession(transport: transport)
        #expect(await session.send(request).outcome == .respondedEarly)
    }

    @Test(arguments: TransportKind.allCases)
    func anEarlyAnswerWithoutAnEndIsTakenAsItIs(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            Script.unended(
                "HTTP/1.1 403 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n"
            ),
            receiveBufferByteCount: 4096
        )
        defer { server.stop() }
        let request = try TransportRequests.post(server.url(), TransportRequests.largeBody)
        let response = try await transport.send(request, observer: nil)
        #expect(response.status == 403)
        #expect(response.text == "no")
    }

    /// RFC 9112, section 6.3: the chunks tell the length, whatever else does.
    @Test(arguments: TransportKind.allCases)
    func anEarlyAnswerInChunksIsReadToItsEnd(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            Script.unended(
                "HTTP/1.1 403 X\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "2\r\nno\r\n4\r\n way\r\n0\r\n\r\n"
            ),
            receiveBufferByteCount: 4096
        )
        defer { server.stop() }
        let request = try TransportRequests.post(server.url(), TransportRequests.largeBody)
        let response = try await transport.send(request, observer: nil)
        #expect(response.text == "no way")
    }

    // swiftlang/swift-corelibs-foundation#3236
    @Test(arguments: TransportKind.allCases)
    func aRefusalWithAHugeBodyIsCutAtTheLimit(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            { connection, _ in
                try connection.send("HTTP/1.1 413 X\r\nContent-Length: 52428800\r\n\r\n")
                for _ in 0..<800 { try connection.send([UInt8](repeating: 1, count: 65_536)) }
                return false
            }
        )
        defer { server.stop() }
        let request = try TransportRequests.post(server.url(), TransportRequests.largeBody) {
            $0.maximumResponseByteCount = 65_536
        }
        let error = await TransportRequests.error(transport, request)
        #expect(error?.kind.name == "responseTooLarge")
        #expect(error?.responseHead?.status == 413)
    }

    @Test(arguments: TransportKind.allCases)
    func aChallengeIsAnswered(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            Script.answer(401, "no", [("WWW-Authenticate", "Basic realm=\"x\"")])
        )
        defer { server.stop() }
        let response = try await transport.send(
            TransportRequests.post(server.url()),
            observer: nil
        )
        #expect(response.status == 401)
        #expect(server.requests.count == 1)
    }

    // MARK: 100-continue

    private func expecting(_ server: ScriptedServer) throws -> Request {
        try TransportRequests.post(server.url(), Body([UInt8](repeating: 1, count: 70_000))) {
            $0.expectsContinue = true
        }
    }

    @Test(arguments: TransportKind.allCases)
    func theBodyWaitsForAnInterimResponse(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer({ connection, request in
            request.surplusByteCount = connection.hasInput(within: 200) ? 1 : 0
            try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            return try Script.answer(201)(connection, &request)
        })
        defer { server.stop() }
        let log = EventLog()
        let response = try await transport.send(expecting(server)) { log.append($0) }
        #expect(response.status == 201)
        #expect(response.progress == .sent)
        #expect(log.informational == [100])
        #expect(server.requests.first?["Expect"] == "100-continue")
        #expect(server.requests.first?.surplusByteCount == 0)
    }

    @Test(arguments: TransportKind.allCases)
    func aRefusalInsteadOfAnInterimResponseEndsTheRequest(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer({ connection, request in
            try connection.respond(413, "no")
            request.surplusByteCount = connection.hasInput(within: 300) ? 1 : 0
            return false
        })
        defer { server.stop() }
        let response = try await transport.send(expecting(server), observer: nil)
        #expect(response.status == 413)
        #expect(response.bodyByteCountSent == 0)
        #expect(!response.bodyWasRead)
    }

    // curl/curl#4949
    @Test(arguments: TransportKind.allCases)
    func aFailedExpectationIsGivenUpOnAnotherConnection(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            { connection, request in
                try connection.respond(417, "no")
                // The client's end counts as input as well; bytes of a body would be a request.
                return true
            },
            Script.answer(201)
        )
        defer { server.stop() }
        let result = await UploadSession(transport: transport).send(try expecting(server))
        #expect(result.status == 201)
        #expect(server.requests.map { $0["Expect"] } == ["100-continue", nil])
        #expect(server.requests.map(\.connection) == [1, 2])
    }

    // ledgetech/lua-resty-http#173, yhirose/cpp-httplib#349
    @Test(arguments: TransportKind.allCases)
    func anIgnoredExpectationCostsASecond(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.answer(201))
        defer { server.stop() }
        let begin = ContinuousClock.now
        #expect(try await transport.send(expecting(server), observer: nil).status == 201)
        let duration = ContinuousClock.now - begin
        #expect(duration > .milliseconds(400) && duration < .seconds(40))
    }

    /// The body was sent by then, and is not sent again.
    @Test(arguments: TransportKind.allCases)
    func anInterimResponseThatComesTooLateIsNoAnswer(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer({ connection, request in
            try connection.readBody(&request)
            try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            request.surplusByteCount = connection.hasInput(within: 200) ? 1 : 0
            try connection.respond(201, "late")
            return true
        })
        defer { server.stop() }
        let response = try await transport.send(expecting(server), observer: nil)
        #expect(response.status == 201)
        #expect(response.progress == .sent)
        #expect(server.requests.map(\.body.count) == [70_000])
        #expect(server.requests.first?.surplusByteCount == 0)
    }

    // swift-server/async-http-client#461
    @Test(arguments: TransportKind.allCases)
    func interimResponsesThatNobodyAskedForAreNoAnswer(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer({ connection, request in
            try connection.send(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"
                    + "HTTP/1.1 100 Continue\r\n\r\n"
            )
            return try Script.answer(200)(connection, &request)
        })
        defer { server.stop() }
        let log = EventLog()
        let request = try TransportRequests.post(server.url())
        let response = try await transport.send(request) { log.append($0) }
        #expect(response.status == 200)
        #expect(response.head.fields["X-Early"] == nil)
        #expect(log.informational == [100, 103, 100])
    }
}
