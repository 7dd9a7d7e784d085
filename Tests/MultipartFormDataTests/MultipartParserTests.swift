import FuzzProperties
import MultipartFormData
import TestSupport
import Testing

@Suite struct MultipartParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var body: String
        var expected: [String]
        var error: String?
        var acceptsBareLineFeeds = false
    }

    static let field = "Content-Disposition: form-data; name=\"a\"\r\n"

    static let cases: [Case] = [
        Case(testDescription: "no parts", body: "--b--\r\n", expected: []),
        Case(testDescription: "no parts, no last line break", body: "--b--", expected: []),
        Case(
            testDescription: "one field",
            body: "--b\r\n\(field)\r\nhello\r\n--b--\r\n",
            expected: ["a|-|-|hello"]
        ),
        Case(
            testDescription: "an empty part",
            body: "--b\r\n\(field)\r\n\r\n--b--\r\n",
            expected: ["a|-|-|"]
        ),
        Case(
            testDescription: "a field and a file",
            body: "--b\r\n\(field)\r\n1\r\n--b\r\nContent-Disposition: form-data; name=\"f\"; "
                + "filename=\"x.png\"\r\nContent-Type: image/png\r\n\r\n\r\n\r\n--b--\r\n",
            expected: ["a|-|-|1", "f|x.png|image/png|\r\n"]
        ),
        Case(
            testDescription: "preamble and epilogue",
            body:
                "This is\r\n--bx\r\nno part.\r\n--b\r\n\(field)\r\n1\r\n--b--\r\n\r\n--b\r\nnor this",
            expected: ["a|-|-|1"]
        ),
        Case(
            testDescription: "transport padding",
            body: "--b \t \r\n\(field)\r\n1\r\n--b\t\r\n\(field)\r\n2\r\n--b-- \t\r\n",
            expected: ["a|-|-|1", "a|-|-|2"]
        ),
        Case(
            testDescription: "the header's line break is the delimiter's (pallets/werkzeug#2632)",
            body: "--b\r\n\(field)\r\n--b\r\n\(field)\r\n2\r\n--b--\r\n",
            expected: ["a|-|-|", "a|-|-|2"]
        ),
        Case(
            testDescription: "fields in any order and letter case, folded lines",
            body: "--b\r\ncontent-TYPE:text/plain;\r\n\t charset=x\r\n"
                + "CONTENT-disposition:\tform-data; filename=f;NAME=a \r\n\r\n1\r\n--b--\r\n",
            expected: ["a|f|text/plain; charset=x|1"]
        ),
        Case(
            testDescription: "line feeds alone are content where they aren't accepted",
            body: "--b\r\n\(field)\r\n1\n--b\n2\n--b--\n\r\n--b--\r\n",
            expected: ["a|-|-|1\n--b\n2\n--b--\n"]
        ),
        Case(
            testDescription: "returns alone are content",
            body: "--b\r\n\(field)\r\n1\r--b\r2\r\r--b--\r\r\n--b--\r\n",
            expected: ["a|-|-|1\r--b\r2\r\r--b--\r"]
        ),
        Case(
            testDescription: "line feeds alone where they are accepted",
            body: "--b\nContent-Disposition: form-data; name=\"a\"\n\n1\r\n--b\r\n\(field)\r\n"
                + "\r2\r\r\n\n--b--\n",
            expected: ["a|-|-|1", "a|-|-|\r2\r\r\n"],
            acceptsBareLineFeeds: true
        ),
        Case(
            testDescription: "no delimiter",
            body: "--x\r\n\(field)\r\n1\r\n--x--\r\n",
            expected: [],
            error: #"the boundary "b" does not occur in 59 bytes"#
        ),
        Case(
            testDescription: "nothing",
            body: "",
            expected: [],
            error: #"the boundary "b" does not occur in 0 bytes"#
        ),
        Case(
            testDescription: "a delimiter right behind a delimiter",
            body: "--b\r\n--b\r\n\r\n",
            expected: [],
            error: "part 0: its header can't be read at offset 8"
        ),
        Case(
            testDescription: "bytes behind the close delimiter",
            body: "--b\r\n\(field)\r\n1\r\n--b--x",
            expected: ["a|-|-|1"],
            error: "offset 57: a delimiter goes on with bytes that it can't have"
        ),
        Case(
            testDescription: "a line feed alone in a header",
            body: "--b\r\n\(field)X: y\n\r\n1\r\n--b--\r\n",
            expected: [],
            error: "part 0: its header can't be read at offset 51"
        ),
        Case(
            testDescription: "a return alone in a header",
            body: "--b\r\n\(field)X: y\rZ: z\r\n\r\n1\r\n--b--\r\n",
            expected: [],
            error: "part 0: its header can't be read at offset 51"
        ),
        Case(
            testDescription: "a NUL in a header",
            body: "--b\r\nX: \0\r\n\(field)\r\n1\r\n--b--\r\n",
            expected: [],
            error: "part 0: its header can't be read at offset 8"
        ),
        Case(
            testDescription: "a space before the colon",
            body: "--b\r\nX : y\r\n\(field)\r\n1\r\n--b--\r\n",
            expected: [],
            error: "part 0: its header can't be read at offset 6"
        ),
        Case(
            testDescription: "a folded line that continues none",
            body: "--b\r\n X: y\r\n\(field)\r\n1\r\n--b--\r\n",
            expected: [],
            error: "part 0: its header can't be read at offset 5"
        ),
        Case(
            testDescription: "a part without a header",
            body: "--b\r\n\r\n1\r\n--b--\r\n",
            expected: [],
            error: "part 0, at offset 5: there is no Content-Disposition"
        ),
        Case(
            testDescription: "two dispositions",
            body: "--b\r\n\(field)\(field)\r\n1\r\n--b--\r\n",
            expected: [],
            error: "part 0, at offset 5: the Content-Disposition can't be used: "
                + "there is a second one"
        ),
        Case(
            testDescription: "a name that closes its quotes and overrides another "
                + "(apache/opendal#8192)",
            body: "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"evil\"; "
                + "name=\"role\"\r\n\r\n1\r\n--b--\r\n",
            expected: [],
            error: "part 0, at offset 5: the Content-Disposition can't be used: it has name twice"
        ),
    ]

    @Test(arguments: cases)
    func readsTheSameHoweverTheBytesArrive(_ testCase: Case) throws {
        let body = Array(testCase.body.utf8)
        var options = MultipartParserOptions()
        options.acceptsBareLineFeeds = testCase.acceptsBareLineFeeds
        for cuts in ParserTranscript.cuttings(of: body.count) {
            let transcript = try ParserTranscript(body, cuts: cuts, options: options)
            #expect(transcript.parts.map(\.description) == testCase.expected, "cut at \(cuts)")
            #expect(transcript.error == testCase.error, "cut at \(cuts)")
        }
    }

    @Test func namesContentByItsOffsetsAndHoldsWhatMayBeADelimiter() throws {
        let pieces = ["--b\r\n\(Self.field)\r\n12\r\n--x3\r\n-", "-x\r\n--b--\r\n"]
        var parser = MultipartParser(boundary: try Boundary("b"))
        var events: [MultipartEvent] = []
        for piece in pieces.map({ Array($0.utf8) }) {
            var position = 0
            while let event = try parser.next(in: piece.span, from: &position) {
                events.append(event)
            }
            #expect(position == piece.count)
        }
        guard case .partBegan(let headers) = events.removeFirst() else {
            Issue.record("the part did not begin")
            return
        }
        #expect(headers.index == 0)
        #expect(headers.contentOffset == 49)
        #expect(headers.first("CONTENT-DISPOSITION") == Array(#"form-data; name="a""#.utf8))
        let expected: [MultipartEvent] = [
            .content(49..<57), .heldContent([0x0D, 0x0A, 0x2D, 0x2D]), .content(1..<2), .partEnded,
            .closed,
        ]
        #expect(events == expected)
        #expect(parser.offset == 71)
    }

    /// vapor/multipart-kit#56, vapor/multipart-kit#6, pallets/werkzeug#3179: what is nearly a
    /// delimiter is content.
    @Test(arguments: ["b", "----InteropOracle7MA4YWxkTrZu0gW", "----------", "x y"])
    func keepsNearBoundariesByteForByte(_ boundary: String) throws {
        let contents = [
            "", "\r", "\n", "\r\n", "\r\n-", "\r\n--", "a\r", "a\n", "a\r\n", "a\r\n--", "--", "-",
            "a\r\n--b\r\n--notTheBoundary\r\n-", "\r\r\n\r\n\r\r\n--\r\n", "\n--\(boundary)\n",
            "\r\n-\r\n--\r\n--\(boundary.dropLast())", "\r\n--\(boundary)x", "\r\n--\(boundary)\r",
            "\r\n--\(boundary)-", "\r\n--\(boundary) x", "\r--\(boundary)\r", "--\(boundary)x",
            "--\(boundary.dropLast())\r\n", "\r\n--\(boundary)\r\r\n--\(boundary)\t-\r\n",
            "x--\(boundary)\r\ny--\(boundary)--\r\nz\(boundary)", "x\(boundary)--\r\n",
        ].filter { boundary != "b" || !$0.hasPrefix("a\r\n--b") }
        for content in contents.map({ Array($0.utf8) }) {
            let entries = [
                NaiveEncoder.Entry(name: "f", filename: "f", value: content),
                NaiveEncoder.Entry(name: "g", value: [0x31]),
            ]
            let body = NaiveEncoder.encode(entries, boundary: boundary)
            for cuts in ParserTranscript.cuttings(of: body.count) {
                let transcript = try ParserTranscript(body, boundary: boundary, cuts: cuts)
                #expect(transcript.parts.map(\.content) == [content, [0x31]])
                #expect(transcript.isClosed)
                #expect(transcript.error == nil)
            }
        }
    }

    @Test func everyShorterBodyIsTruncated() throws {
        let body = Array(
            "--b\r\n\(Self.field)\r\nhello\r\n--b\r\n\(Self.field)\r\n\r\n--b--\r\n".utf8
        )
        for count in 0..<body.count - 2 {
            let transcript = try ParserTranscript(Array(body.prefix(count)))
            let expected =
                count < 5
                ? "the boundary \"b\" does not occur in \(count) bytes"
                : "the body ends at offset \(count), before its close delimiter"
            #expect(transcript.error == expected)
            #expect(!transcript.isClosed)
        }
        #expect(try ParserTranscript(Array(body.dropLast(2))).error == nil)
    }

    @Test func countsContentOffsetsFromTheBeginningOfTheBody() throws {
        let body = Array(
            "x\r\n--b\r\n\(Self.field)\r\n12\r\n--b\r\n\(Self.field)\r\n3\r\n--b--".utf8
        )
        for cuts in ParserTranscript.cuttings(of: body.count) {
            let transcript = try ParserTranscript(body, cuts: cuts)
            #expect(transcript.contentOffsets == [52, 105])
            for (part, offset) in zip(transcript.parts, transcript.contentOffsets) {
                #expect(Array(body[Int(offset)...].prefix(part.content.count)) == part.content)
            }
        }
    }

    @Test func remembersTheCharsetThatTheFormNames() throws {
        let charset = "Content-Disposition: form-data; name=\"_charset_\"\r\n"
        let body = Array(
            "--b\r\n\(charset)\r\nwindows-1252\r\n--b\r\n\(Self.field)\r\n\u{E9}\r\n--b--".utf8
        )
        for cuts in ParserTranscript.cuttings(of: body.count) {
            #expect(try ParserTranscript(body, cuts: cuts).defaultCharset == "windows-1252")
        }
    }

    /// Random forms of troublesome pieces, cut at random.
    @Test func givesBackWhatAnEncoderWrote() throws {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "\r", "\n", "\r\n", "-", "--", "b", "x", "\r\n--", "\r\n--bou", "\"", "\\", "%22", "%",
            ";", "=", "é", "😀", "\0", "\r\n--boundary", " ", "\t",
        ]
        func text(_ count: Int, from pieces: [String]) -> String {
            (0..<Int.random(in: 0...count, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        }
        let names = pieces.filter { !["\0", "%22"].contains($0) }
        for _ in 0..<400 {
            let entries = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                NaiveEncoder.Entry(
                    name: text(5, from: names),
                    filename: Bool.random(using: &generator) ? text(5, from: names) : nil,
                    value: Array((text(8, from: pieces) + "x").utf8)
                )
            }
            let quoting: NaiveEncoder.Quoting =
                Bool.random(using: &generator) ? .whatwg : .backslash
            let body = NaiveEncoder.encode(entries, boundary: "boundaryX", quoting: quoting)
            let cuts = (0..<6).map { _ in Int.random(in: 0...body.count, using: &generator) }
                .sorted()
            var options = MultipartParserOptions()
            options.escapes = quoting == .whatwg ? .percent : .backslash
            let transcript = try ParserTranscript(
                body,
                boundary: "boundaryX",
                cuts: cuts,
                options: options
            )
            #expect(transcript.error == nil)
            #expect(transcript.parts.map(\.content) == entries.map(\.value))
            #expect(
                transcript.parts.map { Array(($0.name ?? "").utf8) }
                    == entries.map { NaiveEncoder.replacingNewlines($0.name) }
            )
            #expect(
                transcript.parts.map { $0.filename.map { Array($0.utf8) } }
                    == entries.map(\.filename)
            )
        }
    }

    /// Forms with bytes changed, left out, doubled and put in: whatever they are taken for, it does
    /// not depend on how they arrive.
    @Test(arguments: [false, true])
    func damagedBodiesAreReadTheSameHoweverTheyArrive(acceptsBareLineFeeds: Bool) throws {
        var generator = SeededGenerator(seed: 11)
        var options = MultipartParserOptions()
        options.acceptsBareLineFeeds = acceptsBareLineFeeds
        options.maximumHeaderByteCount = 90
        let form = Array(
            "--b\r\n\(Self.field)\r\n1\r\n--b \t\r\n\(Self.field)A: b\r\n\r\n\r\n--b-\r\n--b--".utf8
        )
        let bytes = Array("\r\n\r\n--b :;=\"%\\\0\u{7F}".utf8)
        for _ in 0..<600 {
            var body = form
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let offset = Int.random(in: 0..<body.count, using: &generator)
                let byte = bytes.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: body[offset] = byte
                case 1: body.remove(at: offset)
                case 2: body.insert(byte, at: offset)
                default:
                    let end = Int.random(in: offset..<body.count, using: &generator)
                    body.insert(contentsOf: body[offset..<end], at: offset)
                }
            }
            let whole = try ParserTranscript(body, options: options)
            for size in [1, 2, 3, 7] {
                let cuts = Array(stride(from: size, to: body.count, by: size))
                let cut = try ParserTranscript(body, cuts: cuts, options: options)
                #expect(cut == whole, "\(String(decoding: body, as: UTF8.self).debugDescription)")
            }
        }
    }
}
