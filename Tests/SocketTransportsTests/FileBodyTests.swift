import BodyStreaming
import Foundation
import SocketTransports
import TestSupport
import Testing
import UploadHTTP

/// Files that the system moves to the connection.
struct FileBodyTests {
    private let transport = SocketTransport()

    /// What stands behind the file that changes.
    enum Behind: String, CaseIterable, Sendable {
        case nothing
        case text
        case emptyFile
        case smallFile
        case stream
    }

    /// What happens to the file while it is sent.
    enum Change: String, CaseIterable, Sendable {
        case shrinks
        case grows
        case isOverwritten
        case isTouched

        func apply(to path: LocalPath, byteCount: Int) {
            switch self {
            case .shrinks: path.truncate(to: Int64(byteCount) - 1)
            case .grows: path.truncate(to: Int64(byteCount) + 1)
            case .isOverwritten: path.overwrite(at: Int64(byteCount) - 10, with: 0xFF)
            case .isTouched: path.setModificationTime(1)
            }
        }
    }

    /// More than the system's buffers of a connection hold.
    private static let byteCount = 8 << 20

    private func body(
        _ path: LocalPath,
        _ behind: Behind,
        in directory: TemporaryDirectory
    ) throws -> Body {
        var body = try Body(file: path)
        switch behind {
        case .nothing: break
        case .text: try body.append(Body("--end--"))
        case .emptyFile: try body.append(Body(file: directory.file("empty")))
        case .smallFile: try body.append(Body(file: directory.file("small", [1, 2, 3])))
        case .stream: try body.append(SocketRequests.stream([[1], [2, 3]], byteCount: 3))
        }
        return body
    }

    // curl/curl#11222, requests/toolbelt#314
    @Test(arguments: Change.allCases, Behind.allCases)
    func aFileThatChangesNeverArrivesWhole(change: Change, behind: Behind) async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("a.bin", [UInt8](repeating: 1, count: Self.byteCount))
        // Some systems' clocks for files stand still for milliseconds.
        path.setModificationTime(1_000_000_000_000_000_000)
        let body = try body(path, behind, in: directory)
        let server = try ScriptedServer(
            { connection, request in
                try connection.readBody(&request, limit: 4096)
                change.apply(to: path, byteCount: Self.byteCount)
                return try Script.answer(200)(connection, &request)
            },
            receiveBufferByteCount: 65_536
        )
        defer { server.stop() }
        let request = try SocketRequests.post(server.url(), body)
        let error = await SocketRequests.outcome(request, over: transport).error
        guard case .body(.fileChanged(path, _)) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.progress == .partlySent)
        #expect(error?.phase == .sending)
        #expect(error.map { $0.bodyByteCountSent < body.length ?? 0 } == true)
        await server.settle()
        #expect(server.requests.first?.isComplete == false)
    }

    @Test func aFileThatIsReplacedBeforeItsTurnIsNotSent() async throws {
        let directory = try TemporaryDirectory()
        let first = try directory.file("first", [UInt8](repeating: 1, count: Self.byteCount))
        let second = try directory.file("second", [UInt8](repeating: 2, count: 100_000))
        let other = try directory.file("other", [UInt8](repeating: 3, count: 100_000))
        var body = try Body(file: first)
        try body.append(Body(file: second))
        let server = try ScriptedServer(
            { connection, request in
                try connection.readBody(&request, limit: 4096)
                other.replace(second)
                return try Script.answer(200)(connection, &request)
            },
            receiveBufferByteCount: 65_536
        )
        defer { server.stop() }
        let request = try SocketRequests.post(server.url(), body)
        let error = await SocketRequests.outcome(request, over: transport).error
        guard case .body(.fileChanged(second, .replaced)) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        await server.settle()
        let received = try #require(server.requests.first)
        #expect(!received.isComplete)
        #expect(received.body.allSatisfy { $0 == 1 })
    }

    /// It is open: what was laid out is still what is sent.
    @Test func aFileWhoseNameIsGivenAwayIsSentAsItWas() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("a", [UInt8](repeating: 1, count: Self.byteCount))
        let body = try Body(file: path)
        let server = try ScriptedServer(
            { connection, request in
                try connection.readBody(&request, limit: 4096)
                path.remove()
                return try Script.answer(200)(connection, &request)
            },
            receiveBufferByteCount: 65_536
        )
        defer { server.stop() }
        let request = try SocketRequests.post(server.url(), body)
        let outcome = await SocketRequests.outcome(request, over: transport)
        await server.settle()
        if outcome.status == 200 {
            #expect(server.requests.first?.body == [UInt8](repeating: 1, count: Self.byteCount))
        } else {
            #expect(outcome.name == "body")
            #expect(server.requests.first?.isComplete == false)
        }
    }

    @Test(arguments: [10, 20_000, 500_000])
    func aFileThatIsGoneIsNamed(count: Int) async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("gone", [UInt8](repeating: 1, count: count))
        var body = Body("head")
        try body.append(Body(file: path))
        path.remove()
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let request = try SocketRequests.post(server.url(), body)
        let error = await SocketRequests.outcome(request, over: transport).error
        #expect(
            error?.description.contains("can't open '\(path.string)'") == true,
            "\(String(describing: error))"
        )
        await server.settle()
        #expect(server.requests.allSatisfy { !$0.isComplete })
    }

    @Test(arguments: [
        // Below and above what the system moves, and what is left to be read.
        [1], [2047], [2048], [2049], [16_383], [16_384], [16_385], [65_536], [1 << 20],
        [(1 << 20) + 2048], [3_000_001],
        [0], [0, 0], [0, 100_000], [100_000, 0], [20_000, 1, 20_000], [16_384, 16_384],
        [65_535, 65_537, 0, 1, 300_000],
        Array(repeating: 1000, count: 300), Array(repeating: 17_000, count: 100),
    ])
    func filesArriveByteForByte(sizes: [Int]) async throws {
        let directory = try TemporaryDirectory()
        var generator = SeededGenerator(seed: 5)
        var body = Body()
        var bytes: [UInt8] = []
        for (index, size) in sizes.enumerated() {
            let content = generator.bytes(size)
            bytes += content
            try body.append(Body(file: directory.file("\(index)", content)))
        }
        try await check(body, bytes)
        // With bytes between and around them.
        var framed = Body()
        var framedBytes: [UInt8] = []
        for (index, size) in sizes.enumerated() {
            let path = LocalPath(directory.path + "/\(index)")
            framedBytes += Array("--\(size)\r\n".utf8)
            try framed.append(Body("--\(size)\r\n"))
            framedBytes += [UInt8](try Data(contentsOf: URL(filePath: path.string)))
            try framed.append(Body(file: path))
        }
        try framed.append(Body("--end--"))
        try await check(framed, framedBytes + Array("--end--".utf8))
    }

    @Test(
        arguments: [
            0..<0, 0..<1, 1..<2, 4095..<70_001, 100_000..<900_000, 999_999..<1_000_000,
            0..<1_000_000,
        ] as [Range<Int64>]
    )
    func rangesOfFilesArriveByteForByte(range: Range<Int64>) async throws {
        let directory = try TemporaryDirectory()
        var generator = SeededGenerator(seed: 6)
        let bytes = generator.bytes(1_000_000)
        let body = try Body(file: directory.file("a", bytes), range: range)
        try await check(body, Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
    }

    @Test func filesAndStreamsArriveByteForByte() async throws {
        let directory = try TemporaryDirectory()
        var generator = SeededGenerator(seed: 7)
        let (first, second) = (generator.bytes(300_000), generator.bytes(200_000))
        let chunks = (0..<50).map { _ in generator.bytes(3000) }
        for isKnown in [true, false] {
            var body = try Body(file: directory.file("first", first))
            try body.append(SocketRequests.stream(chunks, byteCount: isKnown ? 150_000 : nil))
            try body.append(Body(file: directory.file("second", second)))
            try await check(body, first + chunks.flatMap { $0 } + second)
        }
    }

    /// A request whose file was moved leaves nothing behind that holds the next one up.
    @Test func smallRequestsFollowLargeOnesAtOnce() async throws {
        let directory = try TemporaryDirectory()
        let file = try Body(file: directory.file("a", [UInt8](repeating: 1, count: 3 << 20)))
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let clock = ContinuousClock()
        var durations: [Duration] = []
        for _ in 0..<20 {
            let large = try SocketRequests.post(server.url(), file)
            #expect(await SocketRequests.outcome(large, over: transport).status == 200)
            let small = try SocketRequests.post(server.url())
            let begin = clock.now
            #expect(await SocketRequests.outcome(small, over: transport).status == 200)
            durations.append(clock.now - begin)
        }
        #expect(server.connectionCount == 1)
        // What is no full segment may be held back by the system for 200 milliseconds.
        #expect(durations.min().map { $0 < .milliseconds(150) } == true, "\(durations)")
    }

    private func check(_ body: Body, _ bytes: [UInt8]) async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let request = try SocketRequests.post(server.url(), body, method: "PUT")
        let response = try await transport.send(request, observer: nil)
        #expect(response.status == 200)
        #expect(response.bodyByteCountSent == Int64(bytes.count))
        let received = try #require(server.requests.first)
        #expect(received.isComplete)
        #expect(received.body == bytes)
        #expect(received.isChunked == (body.length == nil))
    }
}
