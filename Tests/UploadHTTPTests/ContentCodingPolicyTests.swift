import BodyStreaming
import Testing
import UploadHTTP

// vapor/vapor#3176, yhirose/cpp-httplib#50, netty/netty#4970
struct ContentCodingPolicyTests {
    private func request(
        coding: String? = "gzip",
        uncoded: Body? = Body("plain")
    ) throws -> Request {
        var request = try Request(url: try RequestURL("http://h/up"), body: Body("coded"))
        try request.fields.append("Content-Type", "text/plain")
        if let coding { try request.fields.append("Content-Encoding", coding) }
        try request.fields.append("Content-Digest", "sha-256=:AA==:")
        request.uncodedBody = uncoded
        return request
    }

    private func response(_ status: Int, _ fields: [String: String] = [:]) throws -> Response {
        var response = Response(head: ResponseHead(status: status))
        for (name, value) in fields { try response.head.fields.append(name, value) }
        return response
    }

    private func name(of decision: ContentCodingPolicy.Decision) -> String {
        switch decision {
        case .accept: "accept"
        case .resend: "resend"
        case .refuse(let coding): "refuse \(coding)"
        }
    }

    @Test(
        arguments: [
            (415, "gzip", nil, "resend"),
            (415, "GZIP", nil, "resend"),
            (415, "gzip", "deflate, br", "resend"),
            (415, "gzip", "", "resend"),
            (415, "gzip", "br, gzip;q=0", "resend"),
            (415, "gzip", "gzip; q=0.000", "resend"),
            // The server takes the coding: its reason is another one.
            (415, "gzip", "br, gzip", "accept"),
            (415, "gzip", "GZip ; q=0.5", "accept"),
            (415, "gzip", "gzip,\u{301}", "accept"),
            (415, nil, nil, "accept"),
            (415, "identity", nil, "accept"),
            (400, "gzip", nil, "accept"),
            (200, "gzip", nil, "accept"),
        ] as [(Int, String?, String?, String)]
    )
    func onlyARefusedCodingIsLeftOut(
        status: Int,
        coding: String?,
        accepted: String?,
        decision: String
    ) throws {
        let response = try response(status, accepted.map { ["Accept-Encoding": $0] } ?? [:])
        let request = try request(coding: coding)
        #expect(name(of: ContentCodingPolicy.decision(for: response, to: request)) == decision)
    }

    @Test func theOtherBodyHasNoCodingAndNoDigest() throws {
        let decision = ContentCodingPolicy.decision(for: try response(415), to: try request())
        guard case .resend(let next) = decision else { return #expect(Bool(false), "\(decision)") }
        #expect(next.fields.fields.map(\.name) == ["Content-Type"])
        #expect(next.body?.length == 5)
        #expect(next.uncodedBody == nil)
    }

    @Test func aBodyThatIsUsedUpIsNotSentAgain() throws {
        let once = Body(
            BodyStream(label: "once", replayability: .once) { AsyncStream<[UInt8]> { _ in } }
        )
        var response = try response(415)
        for (uncoded, wasRead, decision) in [
            (nil, false, "refuse gzip"), (nil, true, "refuse gzip"),
            (once, true, "refuse gzip"), (once, false, "resend"),
        ] as [(Body?, Bool, String)] {
            response.bodyWasRead = wasRead
            let request = try request(uncoded: uncoded)
            #expect(name(of: ContentCodingPolicy.decision(for: response, to: request)) == decision)
        }
    }

    @Test(arguments: [true, false])
    func aRefusedCodingIsTriedWithoutOnceAndThenTold(hasOther: Bool) async throws {
        let transport = ScriptedTransport(.status(415))
        let session = UploadSession(transport: transport)
        let result = await session.send(try request(uncoded: hasOther ? Body("plain") : nil))
        #expect(result.outcome == .failed)
        #expect(result.status == 415)
        #expect(result.attempts == (hasOther ? 2 : 1))
        #expect(transport.requests.count == (hasOther ? 2 : 1))
        #expect(
            result.error?.description
                == (hasOther
                    ? "the server answered 415"
                    : "the server answered 415, it doesn't take a body in gzip; "
                        + "send it uncompressed")
        )
    }

    @Test func theBodyWithoutCodingIsWhatIsRepeatedLater() async throws {
        let transport = ScriptedTransport(.status(415), .status(503), .status(201))
        var session = UploadSession(transport: transport)
        session.clock = FakeClock().clock
        var policy = RetryPolicy()
        policy.baseDelay = .milliseconds(1)
        session.retryPolicy = policy
        let result = await session.send(try request())
        #expect(result.outcome == .succeeded)
        #expect(result.attempts == 3)
        let codings = transport.requests.map { $0.fields["Content-Encoding"] }
        #expect(codings == ["gzip", nil, nil])
    }
}
