import BodyStreaming
import Testing
import ZlibCompression

struct InflatingDecoderTests {
    private struct Stop: Error {}

    /// Known-good data of other tools: two gzip members, "foo" and "bar", and zlib's "hello".
    private static let samples: [(ContentCoding, [UInt8], String)] = [
        (
            .gzip,
            [
                0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0x4B, 0xCB, 0xCF, 7, 0, 0x21, 0x65, 0x73, 0x8C,
                3,
                0, 0, 0, 0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0x4B, 0x4A, 0x2C, 2, 0, 0xAA, 0x8C,
                0xFF,
                0x76, 3, 0, 0, 0,
            ], "foobar"
        ),
        (.deflate, [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 6, 0x2C, 2, 0x15], "hello"),
    ]

    @Test(arguments: samples.indices, [1, 7, 1000])
    func codingsAreUndoneInPiecesOfAnySize(sample: Int, byteCount: Int) throws {
        let (coding, coded, expected) = Self.samples[sample]
        let decoder = InflatingDecoder(coding)
        var text = ""
        for start in stride(from: 0, to: coded.count, by: byteCount) {
            let piece = Array(coded[start..<min(start + byteCount, coded.count)])
            try decoder.decode(piece.span) { decoded in
                for index in decoded.indices { text.unicodeScalars.append(.init(decoded[index])) }
            }
        }
        try decoder.finish { _ in Issue.record("nothing is held back") }
        #expect(text == expected)
    }

    @Test(arguments: [0, 1, 20, 40])
    func dataThatIsCutShortIsAnError(byteCount: Int) throws {
        let decoder = InflatingDecoder(.gzip)
        try decoder.decode(Array(Self.samples[0].1.prefix(byteCount)).span) { _ in }
        #expect(throws: CompressionError.truncated(byteCount: Int64(byteCount))) {
            try decoder.finish { _ in }
        }
    }

    @Test func whatTheCallerThrowsIsPassedOn() {
        let coded = Self.samples[1].1
        func run() throws {
            try InflatingDecoder(.deflate).decode(coded.span) { _ in throw Stop() }
        }
        #expect(throws: Stop.self) { try run() }
    }
}
