import BodyStreaming
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BodyWritingTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A form with files long enough for the kernel's ways, and one that is empty.
    private func form() throws -> (Body, [UInt8]) {
        try BodyReaderTests.form(in: directory, fileByteCounts: [0, 1, 3_000_000, 65_536, 300_001])
    }

    private func contents(_ path: LocalPath) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path.string)))
    }

    // MARK: The same bytes by every way

    @Test(arguments: [WriteWay.automatic, .kernel, .copy])
    func regularFile(way: WriteWay) async throws {
        let (body, expected) = try form()
        let path = try directory.file("out")
        let descriptor = path.openForWriting()
        let report = try await body.write(to: descriptor, via: way)
        close(descriptor)
        #expect(try contents(path) == expected)
        #expect(report.byteCount == Int64(expected.count))
        #expect(report.byteCounts.values.reduce(0, +) == report.byteCount)
        switch way {
        case .kernel: #expect(report.byteCounts[.copyFileRange] ?? 0 > 3_000_000)
        default: #expect(report.byteCounts == [.write: report.byteCount])
        }
    }

    @Test(arguments: [WriteWay.automatic, .kernel, .copy])
    func socket(way: WriteWay) async throws {
        let (body, expected) = try form()
        let sockets = ConnectedDescriptors.sockets()
        async let received = sockets.drained()
        let report = try await body.write(to: sockets.writing, via: way)
        sockets.closeEnd(sockets.writing)
        #expect(await received == expected)
        #expect(report.byteCount == Int64(expected.count))
        if way == .kernel { #expect(report.byteCounts[.sendfile] ?? 0 > 3_000_000) }
        if way == .copy { #expect(report.byteCounts[.sendfile] == nil) }
    }

    @Test(arguments: [WriteWay.automatic, .kernel, .copy])
    func pipe(way: WriteWay) async throws {
        let (body, expected) = try form()
        let pipe = ConnectedDescriptors.pipe()
        async let received = pipe.drained()
        let report = try await body.write(to: pipe.writing, via: way)
        pipe.closeEnd(pipe.writing)
        #expect(await received == expected)
        #expect((report.byteCounts[.splice] ?? 0 > 3_000_000) == (way != .copy))
    }

    @Test(arguments: [WriteWay.automatic, .kernel, .copy])
    func nonBlockingPipeAndSocket(way: WriteWay) async throws {
        let (body, expected) = try form()
        for connection in [ConnectedDescriptors.pipe(), .sockets()] {
            connection.makeWritingNonBlocking()
            async let received = connection.drained()
            try await body.write(to: connection.writing, via: way)
            connection.closeEnd(connection.writing)
            #expect(await received == expected)
        }
    }

    @Test func sendTimeoutOfASocketStaysAsItIs() async throws {
        for way in [WriteWay.automatic, .kernel, .copy] {
            let (body, expected) = try form()
            let sockets = ConnectedDescriptors.sockets()
            var timeout = timeval(tv_sec: 7, tv_usec: 0)
            var length = socklen_t(MemoryLayout<timeval>.size)
            unsafe setsockopt(sockets.writing, SOL_SOCKET, SO_SNDTIMEO, &timeout, length)
            async let received = sockets.drained()
            try await body.write(to: sockets.writing, via: way)
            unsafe getsockopt(sockets.writing, SOL_SOCKET, SO_SNDTIMEO, &timeout, &length)
            #expect(timeout.tv_sec == 7)
            sockets.closeEnd(sockets.writing)
            #expect(await received == expected)
        }
    }

    @Test func flagsOfADescriptorStayAsTheyAre() async throws {
        for connection in [ConnectedDescriptors.pipe(), .sockets()] {
            let flags = fcntl(connection.writing, F_GETFL)
            async let received = connection.drained()
            try await Body([UInt8](repeating: 1, count: 1_000_000)).write(to: connection.writing)
            #expect(fcntl(connection.writing, F_GETFL) == flags)
            connection.closeEnd(connection.writing)
            #expect(await received.count == 1_000_000)
        }
    }

    /// `copy_file_range` and `sendfile` refuse a file that is open for appending.
    @Test(arguments: [WriteWay.automatic, .kernel, .copy])
    func appendingFileFallsBackWithoutLosingAByte(way: WriteWay) async throws {
        let (body, expected) = try form()
        let path = try directory.file("out", [9, 9, 9])
        let descriptor = path.openForWriting(O_WRONLY | O_APPEND)
        let report = try await body.write(to: descriptor, via: way)
        close(descriptor)
        #expect(try contents(path) == [9, 9, 9] + expected)
        #expect(report.byteCounts == [.write: Int64(expected.count)])
    }

    @Test func writesGoWhereTheFileStands() async throws {
        let path = try directory.file("out", Array("0123456789".utf8))
        let descriptor = path.openForWriting()
        lseek(descriptor, 4, SEEK_SET)
        try await Body("ab").write(to: descriptor)
        try await Body("c").write(to: descriptor)
        close(descriptor)
        #expect(try contents(path) == Array("0123abc789".utf8))
    }

    @Test func writesToARegularFileAreAligned() async throws {
        let byteCount: Int64 = (3 << 20) + 17
        let path = try directory.file("out")
        let descriptor = path.openForWriting()
        lseek(descriptor, 100, SEEK_SET)
        let report = try await Body(CountingBytes(byteCount: byteCount)).write(to: descriptor)
        close(descriptor)
        // Up to 1 MiB, then 2 and 3 MiB, then what is left.
        #expect(report.systemCallCount == 4)
        #expect(report.byteCount == byteCount)
    }

    @Test func streamsAreWritten() async throws {
        var body = Body("<")
        try body.append(Body(stream((0..<100).map { [UInt8](repeating: $0, count: 5000) })))
        try body.append(Body(file: directory.file("a", [UInt8](repeating: 200, count: 400_000))))
        try body.append(Body(stream([[1]], promising: 1)))
        let expected = try await collect(body)
        #expect(expected.count == 900_002)
        let pipe = ConnectedDescriptors.pipe()
        async let received = pipe.drained()
        try await body.write(to: pipe.writing)
        pipe.closeEnd(pipe.writing)
        #expect(await received == expected)
    }

    @Test func streamBytesAreWrittenBeforeItGoesOn() async throws {
        let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
        let pipe = ConnectedDescriptors.pipe()
        let task = Task { try await Body(stream(chunks)).write(to: pipe.writing) }
        for value in UInt8(0)..<5 {
            continuation.yield([value, value])
            #expect(await pipe.drained(upTo: 2) == [value, value])
        }
        continuation.finish()
        #expect(try await task.value.byteCount == 10)
    }

    private func stream(_ chunks: AsyncStream<[UInt8]>) -> BodyStream {
        BodyStream(label: "camera") { chunks }
    }

    private func stream(_ chunks: [[UInt8]], promising: Int64? = nil) -> BodyStream {
        BodyStreamingTests.stream(chunks, promising: promising)
    }

    @Test func synchronousWriteWritesTheSame() throws {
        let (body, expected) = try form()
        let path = try directory.file("out")
        let descriptor = path.openForWriting()
        try body.writeSynchronously(to: descriptor)
        close(descriptor)
        #expect(try contents(path) == expected)
    }

    @Test func reportIsOneLine() async throws {
        let path = try directory.file("out")
        let descriptor = path.openForWriting()
        let report = try await Body("hello").write(to: descriptor)
        close(descriptor)
        #expect("\(report)" == "5 bytes in 1 calls: write 5")
        #expect("\(try await Body().write(to: 1))" == "0 bytes in 0 calls")
    }

    // MARK: Failures

    @Test func fullDeviceIsNamed() async throws {
        let descriptor = LocalPath("/dev/full").openForWriting(O_WRONLY)
        defer { close(descriptor) }
        for way in [WriteWay.automatic, .kernel, .copy] {
            let (body, _) = try form()
            #expect(
                await failure { try await body.write(to: descriptor, via: way) }
                    == "can't write the body after 0 bytes: No space left on device (errno 28)"
            )
        }
    }

    @Test func descriptorThatIsNotOpenIsNamed() async {
        #expect(
            await failure { try await Body("x").write(to: 987_654) }
                == "can't write the body after 0 bytes: Bad file descriptor (errno 9)"
        )
    }

    /// The process lives on: `SIGPIPE` would have ended it.
    @Test(arguments: [WriteWay.automatic, .kernel, .copy])
    func pipeWithoutAReaderIsAnErrorAndNoSignal(way: WriteWay) async throws {
        let (body, _) = try form()
        for connection in [ConnectedDescriptors.pipe(), .sockets()] {
            connection.closeEnd(connection.reading)
            #expect(
                await failure { try await body.write(to: connection.writing, via: way) }
                    == "can't write the body after 0 bytes: Broken pipe (errno 32)"
            )
        }
    }

    /// The process lives on: `SIGPIPE` would have ended it.
    @Test(arguments: [WriteWay.automatic, .kernel, .copy])
    func readerThatGoesAwayIsAnErrorAndNoSignal(way: WriteWay) async throws {
        var body = Body("--b\r\n\r\n")
        let path = try directory.file("big")
        path.truncate(to: 50_000_000)
        try body.append(Body(file: path))
        let form = body
        for connection in [ConnectedDescriptors.pipe(), .sockets()] {
            async let message = failure { try await form.write(to: connection.writing, via: way) }
            #expect(await connection.drained(upTo: 1_000_000).count == 1_000_000)
            connection.closeEnd(connection.reading)
            let words = try #require(await message)
            #expect(words.hasSuffix("Broken pipe (errno 32)") || words.hasSuffix("(errno 104)"))
        }
    }

    @Test func synchronousWriteLeavesTheThreadsSignalsAsTheyWere() throws {
        let pipe = ConnectedDescriptors.pipe()
        pipe.closeEnd(pipe.reading)
        #expect(
            failure { try Body("x").writeSynchronously(to: pipe.writing) }
                == "can't write the body after 0 bytes: Broken pipe (errno 32)"
        )
        var pending = sigset_t()
        var blocked = sigset_t()
        unsafe sigpending(&pending)
        unsafe pthread_sigmask(SIG_BLOCK, nil, &blocked)
        #expect(unsafe sigismember(&pending, SIGPIPE) == 0)
        #expect(unsafe sigismember(&blocked, SIGPIPE) == 0)
    }

    /// curl/curl#11222 and requests/toolbelt#314, with bytes that the kernel moves.
    @Test(arguments: [WriteWay.automatic, .kernel, .copy], [false, true])
    func fileThatChangesWhileWrittenIsNeverClosed(way: WriteWay, grows: Bool) async throws {
        let path = try directory.file("photo")
        for connection in [ConnectedDescriptors.pipe(), .sockets()] {
            path.truncate(to: 20_000_000)
            path.setModificationTime(1_700_000_000_000_000_000)
            var body = Body("--b\r\n\r\n")
            try body.append(Body(file: path))
            try body.append(Body("\r\n--b--\r\n"))
            let form = body
            async let message = failure {
                defer { connection.closeEnd(connection.writing) }
                try await form.write(to: connection.writing, via: way)
            }
            let start = await connection.drained(upTo: 100_000)
            path.truncate(to: grows ? 20_004_096 : 10)
            let rest = await connection.drained()
            #expect(
                await message
                    == "'\(path)' \(grows ? "grew" : "shrank") from 20000000 to "
                    + "\(grows ? 20_004_096 : 10) bytes after the body was laid out; "
                    + "send it when it is complete"
            )
            #expect(start.count + rest.count < 20_000_007)
        }
    }

    // MARK: Cancellation

    @Test(arguments: [WriteWay.automatic, .kernel, .copy])
    func writeToAStalledReaderIsCancelled(way: WriteWay) async throws {
        let path = try directory.file("big")
        path.truncate(to: 50_000_000)
        let body = try Body(file: path)
        for connection in [ConnectedDescriptors.pipe(), .sockets()] {
            let task = Task {
                await failure { try await body.write(to: connection.writing, via: way) }
            }
            // The reader takes some bytes, then none any more.
            #expect(await connection.drained(upTo: 1000).count == 1000)
            task.cancel()
            #expect(await task.value == "reading the body was cancelled")
        }
    }

    @Test func writeOfASilentStreamIsCancelled() async throws {
        let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
        let pipe = ConnectedDescriptors.pipe()
        let task = Task {
            await failure { try await Body(stream(chunks)).write(to: pipe.writing) }
        }
        continuation.yield([1])
        #expect(await pipe.drained(upTo: 1) == [1])
        task.cancel()
        #expect(await task.value == "reading the body was cancelled")
    }
}
