import BodyStreaming
import TestSupport
import Testing

@Suite struct BodyReaderTests {
    /// What a delimiter of a form takes.
    static let delimiterByteCount = 44
    static let sizes = [
        1, 2, 3, 7, delimiterByteCount - 1, delimiterByteCount, delimiterByteCount + 1, 8191, 8192,
        8193, 65_536,
    ]

    /// requests/toolbelt#31: a short read where two parts meet was taken for the end.
    @Test(arguments: sizes)
    func bytesAreTheSameForEveryReadSize(size: Int) throws {
        let directory = try TemporaryDirectory()
        let (body, expected) = try Self.form(in: directory)
        #expect(try readAll(body.reader(), size: size) == expected)
    }

    /// requests/toolbelt#31, from every position.
    @Test func bytesAreTheSameFromEveryOffset() throws {
        let directory = try TemporaryDirectory()
        let (body, expected) = try Self.form(in: directory, fileByteCounts: [0, 50, 7])
        for offset in 0...expected.count {
            let bytes = try readAll(body.reader(at: Int64(offset)), size: 1000)
            #expect(bytes == Array(expected[offset...]))
        }
    }

    @Test(arguments: 0..<40)
    func randomBodiesReadAsTheirConcatenation(seed: Int) throws {
        let directory = try TemporaryDirectory()
        var generator = SeededGenerator(seed: UInt64(seed))
        var body = Body()
        var expected: [UInt8] = []
        for index in 0..<Int.random(in: 0...12, using: &generator) {
            let count = Int.random(in: 0...3000, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                let bytes = generator.bytes(count)
                try body.append(Body(bytes))
                expected += bytes
            case 1:
                let bytes = generator.bytes(count)
                let start = Int.random(in: 0...count, using: &generator)
                let end = Int.random(in: start...count, using: &generator)
                let file = try directory.file("\(index)", bytes)
                try body.append(Body(file: file, range: Int64(start)..<Int64(end)))
                expected += bytes[start..<end]
            case 2:
                try body.append(Body(CountingBytes(byteCount: Int64(count))))
                expected += (0..<count).map { UInt8($0 % 251) }
            default:
                var inner = Body("<")
                try inner.append(Body(">"))
                try body.append(inner)
                expected += Array("<>".utf8)
            }
        }
        #expect(body.length == Int64(expected.count))
        for _ in 0..<10 {
            let offset = Int.random(in: 0...expected.count, using: &generator)
            let size = Int.random(in: 1...4000, using: &generator)
            let bytes = try readAll(body.reader(at: Int64(offset)), size: size)
            #expect(bytes == Array(expected[offset...]))
        }
    }

    @Test func offsetCountsWhatWasRead() throws {
        var reader = try Body("123456789").reader(at: 2)
        #expect(reader.offset == 2)
        let bytes = try [UInt8](capacity: 4) { output throws(BodyError) in
            #expect(try reader.read(into: &output) == .appended(4))
        }
        #expect(bytes == Array("3456".utf8))
        #expect(reader.offset == 6)
    }

    @Test func appendsBehindWhatTheOutputHas() throws {
        var reader = try Body("bc").reader()
        let bytes = try [UInt8](capacity: 8) { output throws(BodyError) in
            output.append(UInt8(ascii: "a"))
            #expect(try reader.read(into: &output) == .appended(2))
        }
        #expect(bytes == Array("abc".utf8))
    }

    @Test func tenThousandFilesHoldOneDescriptor() throws {
        let directory = try TemporaryDirectory()
        var body = Body()
        let files = try (0..<100).map {
            try directory.file("\($0)", [UInt8](repeating: 1, count: 9))
        }
        for index in 0..<10_000 {
            try body.append(Body(file: files[index % files.count]))
            try body.append(Body("--"))
        }
        #expect(OpenDescriptors.count(under: directory.path) == 0)
        var reader = try body.reader()
        var most = 0
        var total = 0
        var outcome = BodyReadOutcome.pending
        repeat {
            total += try [UInt8](capacity: 555) { output throws(BodyError) in
                outcome = try reader.read(into: &output)
            }.count
            most = max(most, OpenDescriptors.count(under: directory.path))
        } while outcome != .finished
        #expect(total == 110_000)
        #expect(most == 1)
        #expect(OpenDescriptors.count(under: directory.path) == 0)
    }

    @Test func descriptorIsClosedBehindTheLastRegionOfItsFile() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a", Array(0..<10))
        var body = Body()
        try body.append(Body(file: file, range: 0..<5))
        try body.append(Body("--"))
        try body.append(Body(file: file, range: 5..<10))
        try body.append(Body(CountingBytes(byteCount: 10)))
        var reader = try body.reader()
        var counts: [Int] = []
        for _ in 0..<4 {
            _ = try [UInt8](capacity: 4) { output throws(BodyError) in
                _ = try reader.read(into: &output)
            }
            counts.append(OpenDescriptors.count(under: directory.path))
        }
        #expect(counts == [1, 1, 0, 0])
    }

    /// Framing, files and computed bytes in turns.
    static func form(
        in directory: TemporaryDirectory,
        fileByteCounts: [Int] = [0, 1, 8192, 100_000]
    ) throws -> (Body, [UInt8]) {
        var generator = SeededGenerator(seed: 1)
        var body = Body()
        var expected: [UInt8] = []
        for (index, count) in fileByteCounts.enumerated() {
            let framing = generator.bytes(delimiterByteCount)
            let content = generator.bytes(count)
            try body.append(Body(framing))
            try body.append(Body(file: directory.file("\(index)", content)))
            try body.append(Body(CountingBytes(byteCount: 13)))
            expected += framing + content + (0..<13)
        }
        try body.append(Body("\r\n--b--\r\n"))
        return (body, expected + Array("\r\n--b--\r\n".utf8))
    }
}
