import BodyStreaming
import Synchronization
import TestSupport
import Testing

/// Segments that are made when they are asked for, and those among which they stand.
@Suite struct BodySegmentsTests {
    /// Makes segments of given sizes, and counts how often it did.
    private final class Maker: LazySegments {
        private let contents: [String]
        private let makingCount = Atomic(0)

        init(_ contents: [String]) {
            self.contents = contents
        }

        var count: Int { contents.count }
        var byteCount: Int64 { start(ofSegmentAt: count) }
        var timesMade: Int { makingCount.load(ordering: .relaxed) }

        func segment(at index: Int) -> BodySegment {
            makingCount.add(1, ordering: .relaxed)
            return .bytes(Array(contents[index].utf8))
        }

        func start(ofSegmentAt index: Int) -> Int64 {
            contents[..<index].reduce(0) { $0 + Int64($1.utf8.count) }
        }
    }

    /// `12`, then lazily `345`, nothing, `6` and nothing, then `78`, then lazily `9`.
    private func body() throws -> Body {
        var tail = Body("78")
        try tail.append(Body(lazy: Maker(["9"])))
        var body = Body("12")
        try body.append(Body(lazy: Maker(["345", "", "6", ""])))
        try body.append(tail)
        return body
    }

    private func text(_ segment: BodySegment) -> String? {
        if case .bytes(let bytes) = segment { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    @Test func segmentsStandInTheOrderInWhichTheyWereAppended() throws {
        let segments = try body().segments
        let expected = ["12", "345", "", "6", "", "78", "9"]
        #expect(segments.count == 7)
        #expect(Array(segments).map(text) == expected)
        #expect(segments.indices.map { text(segments[$0]) } == expected)
        #expect(segments.reversed().map(text) == expected.reversed())
        #expect(segments[2..<5].map(text) == ["", "6", ""])
        #expect(segments.map(\.byteCount) == [2, 3, 0, 1, 0, 2, 1])
    }

    @Test func anEmptySegmentIsFoundBeforeWhatFollowsIt() throws {
        let body = try body()
        #expect(body.length == 9)
        #expect((0...9).map { body.segmentIndex(at: $0) } == [0, 0, 1, 1, 1, 2, 4, 5, 6, nil])
        #expect((0..<7).map { body.start(ofSegmentAt: $0) } == [0, 2, 5, 5, 6, 6, 8])
        #expect(body.start(ofSegmentAt: 7) == nil)
    }

    @Test func anEmptySegmentAtTheEndIsFoundThere() throws {
        let body = Body(lazy: Maker(["12", ""]))
        #expect((0...2).map { body.segmentIndex(at: $0) } == [0, 0, 1])
        #expect(try readAll(body.reader(at: 2), size: 4) == [])
    }

    @Test(arguments: 0...9)
    func everyOffsetIsReached(offset: Int) throws {
        for size in 1...10 {
            let bytes = try readAll(body().reader(at: Int64(offset)), size: size)
            #expect(bytes == Array("123456789".utf8.dropFirst(offset)))
        }
    }

    @Test func readingMakesEachSegmentOnce() throws {
        let maker = Maker((0..<100).map { "segment \($0)" })
        let body = Body(lazy: maker)
        let bytes = try readAll(body.reader(), size: 7)
        #expect(bytes.count == 990)
        #expect(maker.timesMade == 100)
    }

    @Test func askingForStreamsMakesNoSegment() throws {
        let maker = Maker(["1", "2"])
        var body = Body(lazy: maker)
        try body.append(Body(stream([[3]], replayability: .once)))
        #expect(body.replayability == .once)
        #expect(Body(lazy: maker).replayability == .always)
        #expect(maker.timesMade == 0)
    }

    @Test func behindAnUnknownLengthSegmentsHaveNoStart() throws {
        let maker = Maker(["345", "6"])
        var body = Body("1")
        try body.append(Body(stream([[2]])))
        try body.append(Body(lazy: maker))
        #expect(body.length == nil)
        #expect((0..<4).map { body.start(ofSegmentAt: $0) } == [0, 1, nil, nil])
        #expect(body.segmentIndex(at: 4) == 1)
        #expect(body.segments.map(\.byteCount) == [1, nil, 3, 1])
    }
}
