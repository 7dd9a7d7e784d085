import Testing
import UploadHTTP

struct ResponseHeadParserTests {
    private func parse(_ lines: [String]) -> (ResponseHeadParser, informational: [Int]) {
        var parser = ResponseHeadParser()
        var informational: [Int] = []
        for line in lines {
            let bytes = Array((line + "\r\n").utf8)
            if case .informational(let head) = parser.take(bytes.span) {
                informational.append(head.status)
            }
        }
        return (parser, informational)
    }

    // swift-server/async-http-client#461
    @Test func informationalHeadsLeaveNothingBehind() {
        let (parser, informational) = parse([
            "HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early Hints", "X-Early: 1", "",
            "HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "X-Late: 2", "",
        ])
        #expect(informational == [100, 103, 100])
        #expect(parser.finalHead?.status == 200)
        #expect(parser.finalHead?.fields.fields.map(\.name) == ["X-Late"])
    }

    /// A server that sends nothing but fields costs no more than reading them.
    @Test func manyFieldsCostNoMoreThanTheirNumber() {
        let count = 40_000
        let begin = ContinuousClock.now
        let (parser, _) = parse(
            ["HTTP/1.1 200 OK"] + (0..<count).map { "X-\($0): \($0)" } + [""]
        )
        #expect(parser.finalHead?.fields.combined.count == count)
        #expect(ContinuousClock.now - begin < .seconds(15))
    }

    @Test(
        arguments: [
            ([], .unknown), (["Content-Length: 0"], .bytes(0)),
            (["content-length: 12 "], .bytes(12)),
            (["Content-Length: 5, 5", "Content-Length: 5"], .bytes(5)),
            (["Content-Length: 9223372036854775807"], .bytes(.max)),
            (["Content-Length: 9223372036854775808"], .invalid), (["Content-Length: -1"], .invalid),
            (["Content-Length: +1"], .invalid), (["Content-Length: 1.0"], .invalid),
            (["Content-Length: 0x10"], .invalid), (["Content-Length:"], .invalid),
            (["Content-Length: 1 1"], .invalid), (["Content-Length: 5, 6"], .invalid),
            (["Content-Length: 5", "Content-Length: 6"], .invalid),
            (["Content-Length: 5,"], .invalid),
            (["Content-Length: 5", "Transfer-Encoding: chunked"], .unknown),
            (["Content-Length: x", "Transfer-Encoding: chunked"], .unknown),
        ] as [([String], ResponseHead.ContentLength)]
    )
    func theLengthOfTheContentIsOneNumberOrNone(
        lines: [String],
        length: ResponseHead.ContentLength
    ) {
        let (parser, _) = parse(["HTTP/1.1 200 OK"] + lines + [""])
        #expect(parser.finalHead?.contentLength == length)
    }

    @Test func fieldsBehindTheContentAreTrailers() {
        let (parser, _) = parse(["HTTP/1.1 200 OK", "A: 1", "", "X-T:  2 ", ""])
        #expect(parser.finalHead?.fields["X-T"] == nil)
        #expect(parser.trailers["x-t"] == "2")
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200, "OK"), ("HTTP/1.0 404", 404, ""), ("HTTP/1.1 200 ", 200, ""),
        ("HTTP/2 201 ", 201, ""), ("HTTP/1.1 999 a b c", 999, "a b c"),
    ])
    func statusLinesAreTakenApart(line: String, status: Int, reason: String) {
        let bytes = Array(line.utf8)
        let head = ResponseHeadParser.statusLine(bytes.span)
        #expect(head?.status == status)
        #expect(head?.reason == reason)
    }

    @Test(arguments: [
        "", "HTTP/", "HTTP/1.1 20", "HTTP/1.1 2000", "HTTP/1.1 abc", "ICY 200 OK",
        "HTTP/1.1 099 X", "SSH-2.0",
    ])
    func otherLinesAreNoStatusLines(line: String) {
        let bytes = Array(line.utf8)
        #expect(ResponseHeadParser.statusLine(bytes.span) == nil)
    }
}
