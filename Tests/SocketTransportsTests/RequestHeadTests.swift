import BodyStreaming
import SocketTransports
import Testing
import UploadHTTP

struct RequestHeadTests {
    private func head(
        _ method: String = "POST",
        _ url: String = "http://example.com/up",
        fields: [(String, String)] = [],
        hasBody: Bool = true,
        length: Int64? = 3,
        accepting codings: String = "",
        _ change: (inout RequestOptions) throws -> Void = { _ in }
    ) throws -> String {
        var options = RequestOptions()
        try change(&options)
        var request = try Request(method: method, url: RequestURL(url), options: options)
        for (name, value) in fields { try request.fields.append(name, value) }
        let head = RequestHead(request, hasBody: hasBody, length: length, accepting: codings)
        return String(decoding: head.bytes, as: UTF8.self)
    }

    @Test func theLeastRequest() throws {
        #expect(
            try head("GET", hasBody: false, length: nil)
                == "GET /up HTTP/1.1\r\nHost: example.com\r\nAccept: */*\r\n\r\n"
        )
    }

    @Test(arguments: [
        ("http://example.com", "/", "example.com"),
        ("http://example.com:80/a", "/a", "example.com"),
        ("http://example.com:443/a", "/a", "example.com:443"),
        ("http://example.com:8080/a?b=%20&c", "/a?b=%20&c", "example.com:8080"),
        ("http://127.0.0.1:1/?", "/?", "127.0.0.1:1"),
        ("http://[::1]:81/../x", "/../x", "[::1]:81"),
    ])
    func theTargetAndTheHostAreThoseOfTheURL(
        url: String,
        target: String,
        host: String
    ) throws {
        #expect(
            try head("POST", url)
                == "POST \(target) HTTP/1.1\r\nHost: \(host)\r\nAccept: */*\r\n"
                + "Content-Length: 3\r\n\r\n"
        )
    }

    @Test func ownFieldsTakeThePlaceOfTheDefaults() throws {
        #expect(
            try head(
                fields: [("host", "other:1"), ("ACCEPT", "text/plain"), ("accept-encoding", "br")],
                accepting: "gzip"
            )
                == "POST /up HTTP/1.1\r\nhost: other:1\r\nACCEPT: text/plain\r\n"
                + "accept-encoding: br\r\nContent-Length: 3\r\n\r\n"
        )
    }

    @Test func fieldsThatFollowFromOthersAreLeftOut() throws {
        #expect(
            try head(
                fields: [
                    ("content-length", "9"), ("Transfer-Encoding", "chunked"), ("EXPECT", "x"),
                    ("idempotency-key", "other"), ("X-Empty", ""), ("X", "1"), ("X", "\u{E4}"),
                ]
            ) { $0.idempotencyKey = try IdempotencyKey("k-1") }
                == "POST /up HTTP/1.1\r\nHost: example.com\r\nAccept: */*\r\nX-Empty: \r\nX: 1\r\n"
                + "X: \u{E4}\r\nIdempotency-Key: k-1\r\nContent-Length: 3\r\n\r\n"
        )
    }

    @Test func codingsAreAskedFor() throws {
        #expect(
            try head("GET", hasBody: false, accepting: "deflate, gzip")
                == "GET /up HTTP/1.1\r\nHost: example.com\r\nAccept: */*\r\n"
                + "Accept-Encoding: deflate, gzip\r\n\r\n"
        )
    }

    @Test(
        arguments: [
            (true, 7, "Content-Length: 7\r\nExpect: 100-continue\r\n"),
            (true, nil, "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n"),
            // Nothing to wait with.
            (true, 0, "Content-Length: 0\r\n"),
            (false, nil, ""),
        ] as [(Bool, Int64?, String)]
    )
    func theContentIsAnnounced(hasBody: Bool, length: Int64?, fields: String) throws {
        #expect(
            try head(hasBody: hasBody, length: length) { $0.expectsContinue = true }
                == "POST /up HTTP/1.1\r\nHost: example.com\r\nAccept: */*\r\n\(fields)\r\n"
        )
    }
}
