import MultipartFormData
import Testing
import UploadReceiver

/// What two readers could take for different requests, and what is too large, is refused.
@Suite struct RequestStrictnessTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String { String(request.prefix(120)).debugDescription }
        var request: String
        var status: Int?

        init(_ request: String, _ status: Int?) {
            self.request = request
            self.status = status
        }

        /// A request for which `fields` follow the request line.
        static func post(_ fields: String, _ body: String, _ status: Int?) -> Case {
            Case("POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\(body)", status)
        }

        static func post(_ fields: String, _ status: Int?) -> Case { post(fields, "", status) }
    }

    static let cases: [Case] = [
        Case("", nil),
        Case("\r\n", nil),
        Case("\u{0}\u{1}\u{2}\u{16}\u{3}\u{1}", nil),
        Case("GET / HTTP/1.1\r\n", nil),
        Case("\r\n\r\n", nil),
        Case("hello\r\n\r\n", 400),
        Case("GET /\r\n\r\n", 400),
        Case("GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Case("GET / / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Case("G(T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Case("GET /\u{7F} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Case(" GET / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Case("GET / HTTP/1.1\nHost: x\n\n", 400),
        Case("GET / HTTP/1.1\r\nHost: x\n\r\n", 400),
        Case("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
        Case("GET / http/1.1\r\nHost: x\r\n\r\n", 505),
        Case("GET / HTTP/1.1\r\n\r\n", 400),
        Case("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
        Case("GET / HTTP/1.0\r\n\r\n", 200),
        Case("POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc", 200),
        Case("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        .post("X : y\r\n", 400),
        .post("X\r\n", 400),
        .post(": y\r\n", 400),
        .post("X: y\r\n z\r\n", 400),
        .post("X: y\rZ: z\r\n", 400),
        .post("X: y\0\r\n", 400),
        .post("X: \(String(repeating: "y", count: 17_000))\r\n", 431),
        .post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n", 400),
        .post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc", 400),
        .post("Content-Length: 3, 3\r\n", "abc", 400),
        .post("Content-Length: +3\r\n", "abc", 400),
        .post("Content-Length: -3\r\n", "abc", 400),
        .post("Content-Length: 0x3\r\n", "abc", 400),
        .post("Content-Length: \r\n", "abc", 400),
        .post("Content-Length: 9223372036854775808\r\n", "abc", 400),
        .post("Content-Length: 1001\r\n", "", 413),
        .post("Transfer-Encoding: gzip, chunked\r\n", "", 501),
        .post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "", 501),
        .post("Transfer-Encoding: xchunked\r\n", "", 501),
        .post("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n", 200),
        .post("Transfer-Encoding: CHUNKED\r\n", "03;a=b\r\nabc\r\n000\r\nX: y\r\n\r\n", 200),
        .post("Transfer-Encoding: chunked\r\n", "g\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "-1\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", " 3\r\nabc\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "3 \r\nabc\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "0x3\r\nabc\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "3\nabc\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "3\rabc\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "3\r\nabcd\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "3;\nabc\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "0\r\nX: y\n\r\n", 400),
        .post("Transfer-Encoding: chunked\r\n", "1000000000000000\r\n", 400),
        .post(
            "Transfer-Encoding: chunked\r\n",
            "fffffffffffffff\r\n" + String(repeating: "x", count: 1001),
            413
        ),
        .post("Transfer-Encoding: chunked\r\n", "1;" + String(repeating: "x", count: 9_000), 400),
        .post("Transfer-Encoding: chunked\r\n", "3\r\nab", nil),
        .post("Expect: 200-ok\r\n", 417),
        .post("Content-Encoding: br\r\n", 415),
        .post("Content-Encoding: identity\r\n", 200),
        .post("Content-Type: multipart/form-data\r\n", 400),
        .post("Content-Type: multipart/form-data; boundary=\"a \"\r\n", 400),
        .post("Content-Type: multipart/form-data boundary=a\r\n", 415),
        .post(
            "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 7\r\n",
            "--b--\r\n",
            200
        ),
        .post(
            "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5\r\n",
            "--c--",
            400
        ),
    ]

    @Test(arguments: cases)
    func answers(_ testCase: Case) throws {
        try RequestLog.with {
            $0.maximumBodyByteCount = 1_000
        } _: { receiver in
            let client = try RawClient(receiver)
            client.send(testCase.request)
            client.endOutput()
            let answer = client.receiveAll()
            let status = answer.flatMap { $0.isEmpty ? nil : Int($0.dropFirst(9).prefix(3)) }
            #expect(status == testCase.status, "\(answer ?? "reset")")
            if status != 200, status != nil {
                #expect(answer?.contains("\r\nConnection: close\r\n") == true)
            }
        }
    }

    @Test func countsPartsAndTheirBytes() throws {
        let part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n123\r\n"
        for (limit, count, status) in [(3, 2, 200), (2, 2, 413), (3, 3, 413)] as [(Int64, Int, Int)]
        {
            try RequestLog.with {
                $0.maximumPartByteCount = limit
                $0.parserOptions.maximumPartCount = 2
            } _: { receiver in
                let body = String(repeating: part, count: count) + "--b--"
                let client = try RawClient(receiver)
                client.send(
                    "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
                client.endOutput()
                #expect(client.receiveAll()?.hasPrefix("HTTP/1.1 \(status) ") == true)
            }
        }
    }
}
