import BodyStreaming
import Foundation
import FoundationTransports
import MultipartFormData
import TestSupport
import Testing

struct BodyInputStreamTests {
    /// A form of every kind of segment: framing, bytes, a file and a stream.
    private static func form(in directory: TemporaryDirectory) throws -> Body {
        let path = try directory.file("a.bin", (0..<70_000).map { UInt8(truncatingIfNeeded: $0) })
        var body = Body("--b\r\n")
        try body.append(Body(file: path))
        try body.append(Body("\r\n--b\r\n"))
        let stream = BodyStream(label: "chunks", byteCount: 9) {
            AsyncStream<[UInt8]> { chunks in
                for chunk: [UInt8] in [[1, 2], [], [3, 4, 5], [6, 7, 8, 9]] { chunks.yield(chunk) }
                chunks.finish()
            }
        }
        try body.append(Body(stream))
        try body.append(Body("\r\n--b--\r\n"))
        return body
    }

    private static func bytes(_ stream: InputStream, by count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: count)
        while stream.hasBytesAvailable {
            let read = unsafe stream.read(&buffer, maxLength: count)
            guard read > 0 else { break }
            bytes += buffer[..<read]
        }
        return bytes
    }

    // connectrpc/connect-swift#399
    @Test(arguments: [1, 2, 3, 7, 8191, 65_536])
    func eachStreamOfABodyHasTheSameBytes(by count: Int) async throws {
        let directory = try TemporaryDirectory()
        let body = try Self.form(in: directory)
        let expected = try await body.collected()
        #expect(expected.count == 70_030)
        for _ in 0..<2 {
            let stream = try BodyInputStream(body)
            #expect(stream.streamStatus == .notOpen)
            stream.open()
            #expect(stream.streamStatus == .open)
            nonisolated(unsafe) let reading = stream
            let bytes = await onThread { unsafe Self.bytes(reading, by: count) }
            #expect(bytes == expected)
            #expect(stream.streamStatus == .atEnd)
            #expect(!stream.hasBytesAvailable)
            stream.close()
            #expect(stream.streamStatus == .closed)
            #expect(stream.streamError == nil)
        }
    }

    @Test func aStreamMayStartAnywhere() throws {
        let stream = try BodyInputStream(Body("0123456789"), at: 7)
        stream.open()
        #expect(Self.bytes(stream, by: 2) == Array("789".utf8))
        #expect(throws: BodyError.self) { try BodyInputStream(Body("0123456789"), at: 11) }
    }

    @Test func nothingIsReadBeforeOpeningOrAfterClosing() throws {
        let stream = try BodyInputStream(Body("abc"))
        var buffer: [UInt8] = [0, 0, 0]
        #expect(unsafe stream.read(&buffer, maxLength: 3) == -1)
        stream.open()
        #expect(unsafe stream.read(&buffer, maxLength: 0) == 0)
        #expect(unsafe stream.read(&buffer, maxLength: 2) == 2)
        stream.close()
        stream.open()
        #expect(unsafe stream.read(&buffer, maxLength: 1) == -1)
        #expect(buffer == Array("ab".utf8) + [0])
    }

    @Test func aReadWaitsForAStreamThatHasNothingYet() async throws {
        let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
        let stream = try BodyInputStream(
            Body(BodyStream(label: "slow", replayability: .once) { chunks })
        )
        stream.open()
        nonisolated(unsafe) let reading = stream
        async let bytes = onThread { unsafe Self.bytes(reading, by: 100) }
        feed.yield([1])
        await Task.yield()
        feed.yield([2, 3])
        feed.finish()
        #expect(await bytes == [1, 2, 3])
    }

    @Test func closingEndsAReadThatWaits() async throws {
        let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
        let stream = try BodyInputStream(Body(BodyStream(label: "silent") { chunks }))
        stream.open()
        nonisolated(unsafe) let reading = stream
        async let result = onThread {
            var buffer: [UInt8] = [0]
            return unsafe reading.read(&buffer, maxLength: 1)
        }
        stream.close()
        #expect(await result == -1)
        feed.finish()
    }

    @Test func aFileThatChangedIsAnErrorThatNamesIt() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("a.bin", [UInt8](repeating: 1, count: 1000))
        let body = try Body(file: path)
        try Data([1, 2]).write(to: URL(filePath: path.string))
        let stream = try BodyInputStream(body)
        stream.open()
        #expect(Self.bytes(stream, by: 100).isEmpty)
        #expect(stream.streamStatus == .error)
        let error = try #require(stream.streamError as? BodyError)
        #expect("\(error)".contains("a.bin"))
        var buffer: [UInt8] = [0]
        #expect(unsafe stream.read(&buffer, maxLength: 1) == -1)
    }

    @Test func noFileStaysOpenBehindTheEnd() throws {
        let directory = try TemporaryDirectory()
        let body = try Body(file: directory.file("a.bin", [UInt8](repeating: 1, count: 100_000)))
        let whole = try BodyInputStream(body)
        let closed = try BodyInputStream(body)
        var buffer: [UInt8] = [0]
        closed.open()
        #expect(unsafe closed.read(&buffer, maxLength: 1) == 1)
        closed.close()
        whole.open()
        #expect(Self.bytes(whole, by: 65_536).count == 100_000)
        #expect(OpenDescriptors.count(under: directory.path) == 0)
        withExtendedLifetime((whole, closed)) {}
    }
}
