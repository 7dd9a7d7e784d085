import BodyStreaming
import MultipartFormData
import TestSupport
import Testing

@Suite struct MultipartLayoutTests {
    @Test func runsTellWhereEachByteComesFrom() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("ten", Array("0123456789".utf8))
        let empty = try directory.file("empty")
        var form = MultipartForm(boundary: try Boundary("b"))
        form.append(name: "a\n", text: "é")
        form.append(name: "b", text: "")
        form.append(try MultipartPart(name: "f", file: file, range: 2..<9, contentType: nil))
        form.append(try MultipartPart(name: "e", file: empty, contentType: nil))
        form.append(MultipartPart(name: "z", bytes: [], filename: "", contentType: nil))
        form.append(name: "c", text: "xyz")
        let disposition = "Content-Disposition: form-data; name="
        let expected: [(text: String, origin: LayoutOrigin)] = [
            ("--b\r\n\(disposition)\"a%0D%0A\"\r\n\r\n", .framing),
            ("é", .field(name: "a\n")),
            ("\r\n--b\r\n\(disposition)\"b\"\r\n\r\n", .framing),
            ("", .field(name: "b")),
            ("\r\n--b\r\n\(disposition)\"f\"; filename=\"ten\"\r\n\r\n", .framing),
            ("2345678", .file(path: file, range: 2..<9, name: "f")),
            ("\r\n--b\r\n\(disposition)\"e\"; filename=\"empty\"\r\n\r\n", .framing),
            ("", .file(path: empty, range: 0..<0, name: "e")),
            ("\r\n--b\r\n\(disposition)\"z\"; filename=\"\"\r\n\r\n", .framing),
            ("", .field(name: "z")),
            ("\r\n--b\r\n\(disposition)\"c\"\r\n\r\n", .framing),
            ("xyz", .field(name: "c")),
            ("\r\n--b--\r\n", .framing),
        ]
        let layout = try form.layout()
        let runs = Array(layout.runs)
        #expect(runs.map(\.origin) == expected.map(\.origin))
        #expect(runs.map(\.byteCount) == expected.map { Int64($0.text.utf8.count) })
        var offset: Int64 = 0
        for (run, expected) in zip(runs, expected) {
            #expect(run.offset == offset)
            let bytes = try await layout.body.collected(from: offset)
            #expect(bytes.starts(with: expected.text.utf8))
            offset += run.byteCount ?? 0
        }
        #expect(layout.body.length == offset)
    }

    @Test func whatIsInAMixedPartBelongsToTheFieldThatHoldsIt() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("ten", Array("0123456789".utf8))
        var form = MultipartForm(boundary: try Boundary("b"))
        form.append(
            try MultipartPart(
                name: "files",
                mixed: [
                    MultipartPart(name: "one", file: file),
                    MultipartPart(name: "two", bytes: [], filename: nil),
                ]
            )
        )
        form.append(name: "c", text: "xyz")
        #expect(
            try form.layout().runs.map(\.origin) == [
                .framing,
                .framing, .file(path: file, range: 0..<10, name: "files"),
                .framing, .field(name: "files"),
                .framing,
                .framing, .field(name: "c"),
                .framing,
            ]
        )
    }

    @Test func behindAnUnknownLengthThereAreNoOffsets() throws {
        let unknown = BodyStream(label: "standard input") { AsyncStream<[UInt8]> { $0.finish() } }
        let known = BodyStream(label: "camera", byteCount: 7) {
            AsyncStream<[UInt8]> { $0.finish() }
        }
        var form = MultipartForm(boundary: try Boundary("b"))
        form.append(MultipartPart(name: "k", stream: known, filename: "", contentType: nil))
        form.append(MultipartPart(name: "u", stream: unknown, filename: "", contentType: nil))
        form.append(name: "c", text: "xyz")
        let layout = try form.layout()
        let runs = Array(layout.runs)
        #expect(
            runs.map(\.origin) == [
                .framing, .stream(label: "camera", name: "k"),
                .framing, .stream(label: "standard input", name: "u"),
                .framing, .field(name: "c"),
                .framing,
            ]
        )
        #expect(runs.map(\.offset) == [0, 62, 69, 133, nil, nil, nil])
        #expect(runs.map(\.byteCount) == [62, 7, 64, nil, 51, 3, 9])
        #expect(layout.body.length == nil)
        #expect(layout.body.replayability == .always)
    }

    @Test func theLengthOfAFormCannotPassTheLargestInteger() throws {
        let stream = BodyStream(label: "vast", byteCount: .max - 60) {
            AsyncStream<[UInt8]> { $0.finish() }
        }
        var form = MultipartForm(boundary: try Boundary("b"))
        form.append(name: "a", text: "")
        form.append(MultipartPart(name: "v", stream: stream, filename: "", contentType: nil))
        #expect {
            try form.layout()
        } throws: { error in
            if case MultipartError.lengthOverflow(part: 1) = error { true } else { false }
        }
    }

    /// Eight times the parts may cost little more than eight times the time; a quadratic step would
    /// cost sixty-four times.
    @Test func layingOutIsLinear() throws {
        func duration(partCount: Int) throws -> Duration {
            try shortestProcessorTime {
                var form = MultipartForm()
                for index in 0..<partCount {
                    form.append(name: "k\(index)", text: "value")
                    form.append(MultipartPart(name: "f", bytes: [1], filename: "a"))
                }
                let body = try form.layout().body
                #expect(body.segments.count == 3 * partCount + 1)
            }
        }
        let small = try duration(partCount: 2_000)
        let large = try duration(partCount: 16_000)
        #expect(large < small * 24, "\(small) for 2 000 parts, \(large) for 16 000")
    }

    @Test func aHundredThousandFieldsAreAFewSegments() async throws {
        var form = MultipartForm(boundary: try Boundary("b"))
        for index in 0..<100_000 { form.append(name: "k\(index)", text: "v") }
        let body = try form.layout().body
        #expect(body.segments.count < 100)
        let first = "--b\r\nContent-Disposition: form-data; name=\"k0\"\r\n\r\nv\r\n"
        // The digits of the indices 0 to 99 999 are 488 890, of which each field above has one.
        let byteCount = Int64((first.utf8.count - 1) * 100_000 + 488_890 + "--b--\r\n".utf8.count)
        #expect(body.length == byteCount)
        let last = "--b\r\nContent-Disposition: form-data; name=\"k99999\"\r\n\r\nv\r\n--b--\r\n"
        let start = (body.length ?? 0) - Int64(last.utf8.count)
        #expect(try await body.collected(from: start) == Array(last.utf8))
    }
}
