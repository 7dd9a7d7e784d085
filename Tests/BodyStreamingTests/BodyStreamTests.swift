import BodyStreaming
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BodyStreamTests {
    struct NamedFailure: Error, CustomStringConvertible {
        var description: String { "the camera\u{1B} is gone" }
    }

    /// Gives chunks, counts how often it was asked, and ends or fails.
    private final class Source: AsyncSequence, AsyncIteratorProtocol, Sendable {
        private let chunks: [[UInt8]]
        private let failsAtTheEnd: Bool
        private let state = Mutex(0)

        init(_ chunks: [[UInt8]], failsAtTheEnd: Bool = false) {
            self.chunks = chunks
            self.failsAtTheEnd = failsAtTheEnd
        }

        var callCount: Int { state.withLock { $0 } }

        func makeAsyncIterator() -> Source { self }

        func next() async throws -> [UInt8]? {
            let index = state.withLock { count in
                defer { count += 1 }
                return count
            }
            if index < chunks.count { return chunks[index] }
            if failsAtTheEnd { throw NamedFailure() }
            return nil
        }
    }

    @Test func chunksArriveInOrderBetweenOtherSegments() async throws {
        var body = Body("<")
        try body.append(Body(stream([[1, 2], [], [3]])))
        try body.append(Body(stream([])))
        try body.append(Body(">"))
        let expected = [UInt8(ascii: "<"), 1, 2, 3, UInt8(ascii: ">")]
        for size in [1, 2, 3, 100] {
            #expect(try await collect(body, of: size) == expected)
        }
    }

    /// Alamofire/Alamofire#3380: the second encode of a form had no bytes from its stream.
    @Test func replayableStreamIsMadeAnewForEachReader() async throws {
        let body = Body(stream([Array("hello".utf8)], promising: 5))
        #expect(try await collect(body) == Array("hello".utf8))
        #expect(try await collect(body) == Array("hello".utf8))
    }

    /// Alamofire/Alamofire#3380: one stream, shared by two forms.
    @Test func secondReaderOfAStreamThatRunsOnceFails() async throws {
        let once = stream([Array("hello".utf8)], promising: 5, replayability: .once)
        var first = Body("a")
        try first.append(Body(once))
        var second = Body("b")
        try second.append(Body(once))
        var early = try second.reader()
        #expect(try await collect(first) == Array("ahello".utf8))
        let message =
            "'chunks' can be read only once and was read before; to send it again, keep it in a file"
        #expect(failure { _ = try second.reader() } == message)
        let late = failure {
            _ = try [UInt8](capacity: 9) { output throws(BodyError) in
                _ = try early.read(into: &output)
            }
        }
        #expect(late == message)
        #expect(await failure { _ = try await collect(first) } == message)
    }

    @Test(arguments: [1, 3, 4096])
    func tooShortFails(size: Int) async throws {
        let source = Source([[1, 2], [3, 4, 5]])
        var body = Body(BodyStream(label: "camera", byteCount: 10) { source })
        try body.append(Body("--b--"))
        let (bytes, message) = await drain(body, size: size)
        #expect(message == "the stream 'camera' ended after 5 of the 10 bytes it promised")
        #expect(bytes == [1, 2, 3, 4, 5])
    }

    /// requests/toolbelt#204: a source that ended before its declared size was read for ever.
    @Test func endIsAskedForOnce() async throws {
        let source = Source([[1, 2, 3, 4, 5]])
        let (_, message) = await drain(Body(BodyStream(label: "camera", byteCount: 10) { source }))
        #expect(message != nil)
        #expect(source.callCount == 2)
    }

    @Test(arguments: [1, 3, 4096])
    func tooLongFailsBeforeItsLastPromisedBytes(size: Int) async throws {
        var body = Body(
            BodyStream(label: "camera", byteCount: 4) { Source([[1, 2], [3, 4], [5]]) }
        )
        try body.append(Body("--b--"))
        let (bytes, message) = await drain(body, size: size)
        #expect(message == "the stream 'camera' went on to 5 bytes past the 4 it promised")
        #expect(bytes == [1, 2])
    }

    @Test func promisedLengthIsMetExactly() async throws {
        var body = Body(BodyStream(label: "camera", byteCount: 3) { Source([[1], [2, 3], []]) })
        try body.append(Body(">"))
        #expect(body.length == 4)
        #expect(try await collect(body) == [1, 2, 3, UInt8(ascii: ">")])
    }

    @Test func promiseOfNoBytesIsChecked() async throws {
        #expect(try await collect(Body(stream([], promising: 0))) == [])
        let message = await failure { _ = try await collect(Body(stream([[1]], promising: 0))) }
        #expect(message == "the stream 'chunks' went on to 1 bytes past the 0 it promised")
    }

    /// requests/toolbelt#94 and Alamofire/Alamofire#2010: a source without a length was sent as an
    /// empty part.
    @Test func unknownLengthIsUnknownAndNotZero() async throws {
        let body = Body(BodyStream(label: "camera") { Source([Array("abc".utf8)]) })
        #expect(body.length == nil)
        #expect(try await collect(body) == Array("abc".utf8))
    }

    @Test func failureCarriesItsCauseAndIsSafeToPrint() async throws {
        let body = Body(BodyStream(label: "camera") { Source([[1]], failsAtTheEnd: true) })
        do {
            _ = try await collect(body)
            Issue.record("no error was thrown")
        } catch BodyError.streamFailed(let label, let cause) {
            #expect(label == "camera")
            #expect(cause is NamedFailure)
        }
        let message = await failure { _ = try await collect(body) }
        #expect(message == "the stream 'camera' failed: the camera\\u{1B} is gone")
    }

    @Test func failureToMakeTheSequenceIsTheStreams() async throws {
        let body = Body(
            BodyStream(label: "camera") { () async throws -> Source in throw NamedFailure() }
        )
        let message = await failure { _ = try await collect(body) }
        #expect(message == "the stream 'camera' failed: the camera\\u{1B} is gone")
    }

    @Test func producerIsOneChunkAhead() async throws {
        let source = Source((0..<100).map { [UInt8($0)] })
        let iterator = Body(BodyStream(label: "camera") { source }).chunks(of: 1)
            .makeAsyncIterator()
        var chunks = iterator
        for index in 0..<50 {
            #expect(try await chunks.next() == [UInt8(index)])
            // The one that was taken, the one that is offered, and the one being made.
            #expect(source.callCount <= index + 3)
        }
    }

    @Test(arguments: 0...9)
    func middleIsReachedByReading(offset: Int) async throws {
        var body = Body("<")
        try body.append(Body(stream([[1, 2], [3], [4, 5]])))
        try body.append(Body("678"))
        let expected = [UInt8(ascii: "<"), 1, 2, 3, 4, 5] + Array("678".utf8)
        let (bytes, message) = await drain(body, from: Int64(offset), size: 2)
        #expect(message == nil)
        #expect(bytes == Array(expected[offset...]))
    }

    @Test func offsetBehindAnUnknownEndIsAnError() async throws {
        let (bytes, message) = await drain(Body(stream([[1, 2], [3]])), from: 5, size: 2)
        #expect(bytes == [])
        #expect(message == "offset 5 is not in the body, which has 3 bytes")
    }

    @Test func pendingIsToldAndReadinessCalledBack() async throws {
        let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
        var reader = try Body(BodyStream(label: "camera") { chunks }).reader()
        var outcomes: [BodyReadOutcome] = []
        func read() throws {
            _ = try [UInt8](capacity: 4) { output throws(BodyError) in
                outcomes.append(try reader.read(into: &output))
            }
        }
        try read()
        #expect(outcomes == [.pending])
        continuation.yield([1])
        await ready(reader)
        try read()
        continuation.finish()
        await ready(reader)
        try read()
        #expect(outcomes == [.pending, .appended(1), .finished])
    }

    @Test func streamIsCancelledWhenItsReaderGoesAway() async throws {
        let (ended, continuation) = AsyncStream<Bool>.makeStream()
        do {
            let body = Body(
                BodyStream(
                    label: "camera",
                    run: { sink in
                        do {
                            while true { try await sink([1]) }
                        } catch {
                            continuation.yield(error is CancellationError && Task.isCancelled)
                            throw error
                        }
                    }
                )
            )
            var reader = try body.reader()
            _ = try [UInt8](capacity: 4) { output throws(BodyError) in
                _ = try reader.read(into: &output)
            }
        }
        var endings = ended.makeAsyncIterator()
        #expect(await endings.next() == true)
    }

    @Test func cancellingTheTaskEndsAWaitForAStream() async throws {
        let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
        let (started, start) = AsyncStream<Void>.makeStream()
        let task = Task { () -> String? in
            await failure {
                for try await _ in Body(BodyStream(label: "camera") { chunks }).chunks() {
                    start.yield()
                }
            }
        }
        continuation.yield([1])
        var starts = started.makeAsyncIterator()
        await starts.next()
        task.cancel()
        #expect(await task.value == "reading the body was cancelled")
    }

    /// What can be read of `body` before an error, and what the error says.
    private func drain(
        _ body: Body,
        from offset: Int64 = 0,
        size: Int = 4096
    ) async -> ([UInt8], String?) {
        var bytes: [UInt8] = []
        let message = await failure {
            var reader = try body.reader(at: offset)
            while true {
                var outcome = BodyReadOutcome.pending
                bytes += try [UInt8](capacity: size) { output throws(BodyError) in
                    outcome = try reader.read(into: &output)
                }
                if outcome == .finished { return }
                if outcome == .pending { await ready(reader) }
            }
        }
        return (bytes, message)
    }
}

/// Suspends until the next read of `reader` is not pending.
private func ready(_ reader: borrowing BodyReader) async {
    let (events, continuation) = AsyncStream<Void>.makeStream()
    reader.whenReady { continuation.yield() }
    var iterator = events.makeAsyncIterator()
    await iterator.next()
}
