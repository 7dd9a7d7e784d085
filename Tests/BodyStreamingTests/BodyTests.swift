import BodyStreaming
import TestSupport
import Testing

@Suite struct BodyTests {
    @Test func lengthIsKnownBeforeTheFirstRead() throws {
        let directory = try TemporaryDirectory()
        var body = Body("12345")
        try body.append(Body(file: directory.file("a", [1, 2, 3])))
        try body.append(Body(CountingBytes(byteCount: 1000)))
        try body.append(Body(stream([[1]], promising: 7)))
        #expect(body.length == 1015)
    }

    @Test func streamOfUnknownLengthMakesTheLengthUnknown() throws {
        var body = Body("12345")
        try body.append(Body(stream([[1]])))
        try body.append(Body("12345"))
        #expect(body.length == nil)
    }

    @Test func lengthPastInt64IsAnErrorAndChangesNothing() throws {
        var body = Body(CountingBytes(byteCount: .max))
        #expect(
            failure { try body.append(Body("1")) }
                == "the body would be longer than 9223372036854775807 bytes"
        )
        #expect(body.length == .max)
        #expect(body.segments.count == 1)
    }

    @Test func replayabilityIsOnceIfAnyStreamIs() throws {
        var body = Body("1")
        try body.append(Body(stream([[1]])))
        #expect(body.replayability == .always)
        try body.append(Body(stream([[1]], replayability: .once)))
        #expect(body.replayability == .once)
    }

    @Test(arguments: [Int64(-1), 6, .max])
    func offsetOutsideIsAnError(offset: Int64) {
        #expect(
            failure { _ = try Body("12345").reader(at: offset) }
                == "offset \(offset) is not in the body, which has 5 bytes"
        )
    }

    @Test func offsetAtTheEndIsFinished() throws {
        #expect(try readAll(Body("12345").reader(at: 5), size: 8) == [])
        #expect(try readAll(Body().reader(), size: 8) == [])
    }

    @Test func emptyOutputGetsNothing() throws {
        var reader = try Body("1").reader()
        _ = try [UInt8](capacity: 0) { output throws(BodyError) in
            #expect(try reader.read(into: &output) == .appended(0))
        }
        #expect(reader.offset == 0)
    }

    @Test func segmentsAreFoundByOffset() throws {
        var body = Body("123")
        try body.append(Body("4567"))
        try body.append(Body(stream([])))
        try body.append(Body("x"))
        #expect([0, 2, 3, 6, 7, 100].map { body.segmentIndex(at: $0) } == [0, 0, 1, 1, 2, 2])
        #expect((0..<4).map { body.start(ofSegmentAt: $0) } == [0, 3, 7, nil])
        #expect(Body("123").segmentIndex(at: 3) == nil)
    }

    @Test func laysOutAHundredThousandSegmentsWithoutAQuadraticStep() throws {
        var body = Body()
        for _ in 0..<100_000 { try body.append(Body([7])) }
        #expect(body.length == 100_000)
        #expect(try readAll(body.reader(at: 99_990), size: 100).count == 10)
    }
}
