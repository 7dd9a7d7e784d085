import BodyStreaming
import Testing
import UploadHTTP

struct RedirectPolicyTests {
    private func request(
        _ method: String = "POST",
        body: Body? = Body("content")
    ) throws -> Request {
        var request = try Request(
            method: method,
            url: try RequestURL("https://a.example/up"),
            body: body
        )
        for (name, value) in [
            ("Content-Type", "multipart/form-data"), ("Content-Encoding", "gzip"),
            ("content-language", "en"), ("Expect", "100-continue"),
            ("Transfer-Encoding", "chunked"),
            ("Authorization", "Bearer t"), ("Cookie", "c=1"), ("Proxy-Authorization", "Basic p"),
            ("X-Api-Key", "k"), ("X-Other", "kept"),
        ] {
            try request.fields.append(name, value)
        }
        request.options.expectsContinue = true
        request.options.idempotencyKey = try IdempotencyKey("key")
        return request
    }

    private func response(_ status: Int, _ location: String?) throws -> Response {
        var response = Response(head: ResponseHead(status: status))
        if let location { try response.head.fields.append("Location", location) }
        return response
    }

    private func followed(
        _ request: Request,
        _ status: Int,
        _ location: String
    ) throws -> Request? {
        let response = try response(status, location)
        guard
            case .follow(let next) = RedirectPolicy().decision(for: response, to: request, count: 0)
        else { return nil }
        return next
    }

    // follow-redirects/follow-redirects#49, square/okhttp#668, encode/httpx#309,
    // jcgregorio/httplib2#196, swiftlang/swift-corelibs-foundation#2948
    @Test(arguments: [301, 302, 303])
    func aPostBecomesAGetWithoutContent(status: Int) throws {
        let next = try #require(try followed(request(), status, "/next"))
        #expect(next.method == "GET")
        #expect(next.body == nil)
        #expect(next.url.text == "https://a.example/next")
        #expect(
            next.fields.fields.map(\.name)
                == ["Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "X-Other"]
        )
        #expect(!next.options.expectsContinue)
        #expect(next.options.idempotencyKey == nil)
    }

    // urllib3/urllib3#5242, psf/requests#3655
    @Test(arguments: [307, 308])
    func methodAndBodyAreKept(status: Int) throws {
        let next = try #require(try followed(request(), status, "/next"))
        #expect(next.method == "POST")
        #expect(next.body?.length == 7)
        #expect(next.options.idempotencyKey?.value == "key")
        #expect(next.fields["Content-Type"] == "multipart/form-data")
    }

    @Test(arguments: [
        (301, "PUT", "PUT"), (302, "PUT", "PUT"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
        (301, "GET", "GET"), (307, "DELETE", "DELETE"),
    ])
    func otherMethodsChangeAsTheRFCSays(status: Int, method: String, expected: String) throws {
        #expect(try followed(request(method), status, "/next")?.method == expected)
    }

    // nodejs/undici#872, forwardemail/superagent#1844, postmanlabs/postman-request#113,
    // benoitc/hackney#923
    @Test(
        arguments: [301, 302, 303, 307, 308],
        [
            "http://a.example/up", "https://b.example/up", "https://a.example:444/up",
            "//b.example/",
        ]
    )
    func credentialsStayAtTheirOrigin(status: Int, location: String) throws {
        let next = try #require(try followed(request(), status, location))
        for name in ["Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key"] {
            #expect(!next.fields.contains(name))
        }
        #expect(next.fields["X-Other"] == "kept")
        #expect((next.body != nil) == (status >= 307))
        // Nothing is there to be restored on the way back.
        let back = try #require(try followed(next, 307, "https://a.example/up"))
        #expect(!back.fields.contains("Authorization"))
    }

    // curl/curl#17472, curl/curl#9735
    @Test func aBodyThatIsUsedUpIsNotSentAgain() throws {
        let stream = BodyStream(label: "once", replayability: .once) {
            AsyncStream<[UInt8]> { _ in }
        }
        let request = try request(body: Body(stream))
        #expect(try followed(request, 308, "/next") == nil)
        #expect(try followed(request, 303, "/next")?.method == "GET")
        var early = try response(308, "/next")
        early.bodyWasRead = false
        guard case .follow = RedirectPolicy().decision(for: early, to: request, count: 0) else {
            Issue.record("a body that was not read can be sent")
            return
        }
    }

    @Test func whatLeadsNowhereIsRefused() throws {
        let policy = RedirectPolicy()
        let cases: [(Int, String?, Int, RedirectRefusal?)] = [
            (307, nil, 0, .missingLocation(status: 307)),
            (302, "", 0, .missingLocation(status: 302)),
            (302, "/x", 10, .tooMany(limit: 10)),
            (
                302, "file:///etc/passwd", 0,
                .invalidLocation(
                    .invalidURL(text: "file:///etc/passwd", reason: .unsupportedScheme)
                )
            ),
        ]
        for (status, location, count, expected) in cases {
            let response = try response(status, location)
            let decision = policy.decision(for: response, to: try request(), count: count)
            guard case .refuse(let refusal) = decision else {
                Issue.record("\(status) to \(location ?? "nowhere") was not refused")
                continue
            }
            #expect(refusal == expected)
        }
    }

    @Test(arguments: [200, 300, 304, 305, 399, 404])
    func otherStatusesAreNoRedirects(status: Int) throws {
        #expect(try followed(request(), status, "/next") == nil)
    }

    @Test func redirectsCanBeSwitchedOff() throws {
        var policy = RedirectPolicy()
        policy.followsRedirects = false
        let response = try response(302, "/next")
        guard case .accept = policy.decision(for: response, to: try request(), count: 0) else {
            Issue.record("followed")
            return
        }
    }
}
