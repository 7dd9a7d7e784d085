import MultipartFormData
import Testing

@Suite struct MultipartParserLimitsTests {
    static let field = "Content-Disposition: form-data; name=\"abc\"\r\n"

    @Test func countsParts() throws {
        var options = MultipartParserOptions()
        options.maximumPartCount = 2
        let part = "--b\r\n\(Self.field)\r\n1\r\n"
        let two = Array("\(part)\(part)--b--".utf8)
        let three = Array("\(part)\(part)\(part)--b--".utf8)
        for cuts in ParserTranscript.cuttings(of: three.count) {
            #expect(try ParserTranscript(two, cuts: [], options: options).error == nil)
            let transcript = try ParserTranscript(three, cuts: cuts, options: options)
            #expect(
                transcript.error
                    == "offset 113: there are more parts than the 2 that are allowed"
            )
        }
    }

    @Test func countsTheBytesOfAHeader() throws {
        var options = MultipartParserOptions()
        let body = Array("--b\r\n\(Self.field)\r\n1\r\n--b--".utf8)
        options.maximumHeaderByteCount = Self.field.utf8.count + 2
        #expect(try ParserTranscript(body, options: options).error == nil)
        options.maximumHeaderByteCount -= 1
        #expect(
            try ParserTranscript(body, options: options).error
                == "part 0, at offset 5: its header is larger than 45 bytes"
        )
        options.maximumHeaderByteCount = 100
        let endless = Array("--b\r\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 1000)
        #expect(
            try ParserTranscript(endless, options: options).error
                == "part 0, at offset 5: its header is larger than 100 bytes"
        )
    }

    @Test func countsTheBytesOfNames() throws {
        var options = MultipartParserOptions()
        options.maximumNameByteCount = 3
        let fits = "form-data; name=\"é1\"; filename=\"123\""
        for (value, isTooLong) in [
            (fits, false), ("form-data; name=\"1234\"", true),
            ("form-data; name=a; filename=\"éé\"", true),
            ("form-data; name=a; filename=a; filename*=UTF-8''%F0%9F%98%80", true),
        ] {
            let body = Array("--b\r\nContent-Disposition: \(value)\r\n\r\n\r\n--b--".utf8)
            #expect(
                try ParserTranscript(body, options: options).error
                    == (isTooLong ? "part 0, at offset 5: a name is longer than 3 bytes" : nil)
            )
        }
    }

    @Test func countsPadding() throws {
        let padding = String(repeating: " ", count: 256)
        let fits = Array("--b\(padding)\r\n\(Self.field)\r\n1\r\n--b--".utf8)
        #expect(try ParserTranscript(fits).error == nil)
        let body = Array("--b\(padding) \r\n\(Self.field)\r\n1\r\n--b--".utf8)
        #expect(
            try ParserTranscript(body).error
                == "offset 259: a delimiter goes on with bytes that it can't have"
        )
    }

    static let nestedForm = Array(
        ("--b\r\nContent-Disposition: form-data; name=\"f\"\r\n"
            + "Content-Type: multipart/mixed; boundary=\"i n\"\r\n\r\n"
            + "--i n\r\nContent-Disposition: file; filename=x\r\n\r\n1\r\n--i n--"
            + "\r\n--b--").utf8
    )

    @Test func readsPartsInsideOfPartsUpToALimit() throws {
        var options = MultipartParserOptions()
        let form = Self.nestedForm
        for limit in [0, 1] {
            options.maximumNesting = limit
            var parser = MultipartParser(boundary: try Boundary("b"), options: options)
            var position = 0
            let first = try parser.next(in: form.span, from: &position)
            guard case .partBegan(let headers) = first else {
                Issue.record("the part did not begin")
                return
            }
            #expect(headers.contentOffset == 96)
            guard limit == 1 else {
                let error = #expect(throws: MultipartParserError.self) {
                    try parser.nestedParser(for: headers)
                }
                #expect(
                    error?.description == "offset 96: multipart bodies are nested deeper than 0"
                )
                continue
            }
            var nested = try #require(try parser.nestedParser(for: headers))
            #expect(nested.nesting == 1)
            var inner: [PartHeaders] = []
            while let event = try parser.next(in: form.span, from: &position) {
                let content = Self.content(of: event, in: form)
                var innerPosition = 0
                while let event = try nested.next(in: content.span, from: &innerPosition) {
                    if case .partBegan(let headers) = event { inner.append(headers) }
                }
            }
            try nested.finish()
            #expect(inner.map(\.name) == [nil])
            #expect(inner.map(\.filename) == ["x"])
            #expect(inner.map { form[Int($0.contentOffset)] } == [UInt8(ascii: "1")])
            #expect(try nested.nestedParser(for: inner[0])?.nesting == nil)
        }
    }

    private static func content(of event: MultipartEvent, in form: [UInt8]) -> [UInt8] {
        switch event {
        case .content(let range): Array(form[range])
        case .heldContent(let bytes): Array(bytes)
        default: []
        }
    }

    @Test func throwsTheSameErrorAgain() throws {
        var parser = MultipartParser(boundary: try Boundary("b"))
        let bytes = Array("--b\r\n:\r\n\r\n".utf8)
        var position = 0
        for _ in 0..<3 {
            let error = #expect(throws: MultipartParserError.self) {
                try parser.next(in: bytes.span, from: &position)
            }
            #expect(error?.description == "part 0: its header can't be read at offset 5")
        }
        let error = #expect(throws: MultipartParserError.self) { try parser.finish() }
        #expect(error?.description == "part 0: its header can't be read at offset 5")
    }
}
