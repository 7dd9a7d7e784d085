import BodyStreaming
import FuzzProperties
import MultipartFormData
import TestSupport
import Testing

/// Random forms, compared with what the naive encoder makes of the same parts.
@Suite struct EncodingPropertyTests {
    private static let alphabet: [String] = [
        "a", "Z", "0", " ", "\"", "\\", "\r", "\n", "\r\n", "%", "%22", ";", "=", "\u{1}", "é",
        "e\u{301}", "漢", "👨‍👩‍👧‍👦", "--b", "\r\n--", "\t", "\u{7F}",
    ]

    private static let readByteCounts = [1, 2, 3, 7, 40, 41, 42, 512, 8191, 8192, 8193, 65536]

    /// A form under construction, twice.
    private struct Pair {
        var form: MultipartForm
        var entries: [NaiveEncoder.Entry] = []
        let directory: TemporaryDirectory
    }

    // requests/toolbelt#31: whatever the size of the reads, the bytes are the same.
    @Test(arguments: 0..<60)
    func randomFormsEqualTheNaiveEncoding(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let quoting =
            [NaiveEncoder.Quoting.whatwg, .whatwg, .backslash, .extended, .ascii]
            .randomElement(using: &random) ?? .whatwg
        let dialect = try #require(FormDialect(rawValue: quoting.rawValue))
        let boundary = try #require(["b", "a b", "AaB03x"].randomElement(using: &random))
        var pair = Pair(
            form: MultipartForm(
                boundary: try Boundary(boundary),
                dialect: dialect,
                normalizesLineBreaks: Bool.random(using: &random)
            ),
            directory: try TemporaryDirectory()
        )
        for index in 0..<Int.random(in: 0...12, using: &random) {
            try addPart(index, to: &pair, using: &random)
        }
        let expected = NaiveEncoder.encode(pair.entries, boundary: boundary, quoting: quoting)
        let body = try pair.form.body()
        let isKnown = !body.segments.contains { $0.byteCount == nil }
        #expect(body.length == (isKnown ? Int64(expected.count) : nil))
        for _ in 0..<6 {
            let offset = Int.random(in: 0...expected.count, using: &random)
            let readByteCount = try #require(Self.readByteCounts.randomElement(using: &random))
            let bytes = try await body.collected(
                from: Int64(offset),
                readByteCount: readByteCount
            )
            #expect(
                bytes == Array(expected[offset...]),
                "from \(offset), \(readByteCount) at a time"
            )
        }
        #expect(try await body.collected(readByteCount: 65536) == expected)
    }

    private func addPart(
        _ index: Int,
        to pair: inout Pair,
        using random: inout SeededGenerator
    ) throws {
        let name = text(upTo: 8, using: &random)
        let filename = Bool.random(using: &random) ? text(upTo: 6, using: &random) : ""
        let value = Array(text(upTo: 30, using: &random).utf8)
        var entry = NaiveEncoder.Entry(name: name, value: value)
        switch Int.random(in: 0..<9, using: &random) {
        case 0...3:
            let isLarge = Int.random(in: 0..<8, using: &random) == 0
            let value = text(upTo: isLarge ? 9000 : 20, using: &random)
            pair.form.append(name: name, text: value)
            entry.value = Array(value.utf8)
            if pair.form.normalizesLineBreaks {
                entry.value = NaiveEncoder.replacingNewlines(entry.value)
            }
        case 4:
            pair.form.append(MultipartPart(name: name, bytes: value, filename: filename))
            entry.filename = Array(filename.utf8)
            entry.contentType = "application/octet-stream"
        case 5:
            var part = MultipartPart(
                name: name,
                bytes: value,
                filename: nil,
                contentType: "a/b; c=\"é\""
            )
            part.headerFields = [PartHeaderField("X-One", ""), PartHeaderField("X-Two", "ü; \"")]
            pair.form.append(part)
            entry.contentType = "a/b; c=\"é\""
            entry.fieldLines = ["X-One: ", "X-Two: ü; \""]
        case 6:
            let file = try pair.directory.file("\(index).bin", value)
            pair.form.append(try MultipartPart(name: name, file: file, contentType: "a/b"))
            entry.filename = Array("\(index).bin".utf8)
            entry.contentType = "a/b"
        case 7:
            let upper = Int.random(in: 0...value.count, using: &random)
            let lower = Int.random(in: 0...upper, using: &random)
            let file = try pair.directory.file("\(index)", value)
            let range = Int64(lower)..<Int64(upper)
            pair.form.append(
                try MultipartPart(name: name, file: file, range: range, filename: filename)
            )
            entry.value = Array(value[lower..<upper])
            entry.filename = Array(filename.utf8)
            entry.contentType = "application/octet-stream"
        default:
            let stream = BodyStream(
                label: "random",
                byteCount: Bool.random(using: &random) ? Int64(value.count) : nil
            ) {
                AsyncStream<[UInt8]> { continuation in
                    for byte in value { continuation.yield([byte]) }
                    continuation.finish()
                }
            }
            pair.form.append(MultipartPart(name: name, stream: stream, filename: filename))
            entry.filename = Array(filename.utf8)
            entry.contentType = "application/octet-stream"
        }
        pair.entries.append(entry)
    }

    private func text(upTo count: Int, using random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in
            Self.alphabet.randomElement(using: &random) ?? ""
        }.joined()
    }
}
