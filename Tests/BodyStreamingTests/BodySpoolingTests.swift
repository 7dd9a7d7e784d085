import BodyStreaming
import Foundation
import TestSupport
import Testing

@Suite struct BodySpoolingTests {
    /// A stream that can be read once, of `chunkCount` chunks of 1000 bytes.
    private static func stream(chunkCount: Int) -> BodyStream {
        BodyStream(label: "pipe", replayability: .once) {
            AsyncStream { continuation in
                for index in 0..<chunkCount {
                    continuation.yield([UInt8](repeating: UInt8(index), count: 1000))
                }
                continuation.finish()
            }
        }
    }

    private static func bytes(chunkCount: Int) -> [UInt8] {
        (0..<chunkCount).flatMap { [UInt8](repeating: UInt8($0), count: 1000) }
    }

    @Test func aStreamBecomesABodyThatCanBeReadAgainFromAnywhere() async throws {
        var body = Body("<")
        try body.append(Body(Self.stream(chunkCount: 50)))
        try body.append(Body(">"))
        #expect(body.length == nil)
        let expected = Array("<".utf8) + Self.bytes(chunkCount: 50) + Array(">".utf8)

        let spooled = try await body.spooled()
        #expect(spooled.length == 50_002)
        #expect(spooled.replayability == .always)
        #expect(try await spooled.collected() == expected)
        #expect(try await spooled.collected() == expected)
        #expect(try await spooled.collected(from: 49_000) == Array(expected[49_000...]))
    }

    @Test func anEmptyBodyStaysEmpty() async throws {
        #expect(try await Body().spooled().length == 0)
        #expect(try await Body(Self.stream(chunkCount: 0)).spooled().length == 0)
    }

    @Test func theFileHasNoNameAndIsOpenToNobodyElse() async throws {
        let directory = try TemporaryDirectory()
        let options = SpoolOptions(directory: LocalPath(directory.path))
        let spooled = try await Body("secret").spooled(options)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        guard case .file(let region) = spooled.segments.first else {
            Issue.record("not a file: \(spooled.segments)")
            return
        }
        let file = try #require(region.openFile)
        var status = stat()
        #expect(unsafe fstat(file.descriptor, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(status.st_nlink == 0)
        #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
    }

    @Test func theLimitIsForTheWholeBody() async throws {
        for body in [Body(Self.stream(chunkCount: 5)), Body(Self.bytes(chunkCount: 5))] {
            #expect(try await body.spooled(SpoolOptions(byteCountLimit: 5000)).length == 5000)
        }
        for body in [Body(Self.stream(chunkCount: 5)), Body(Self.bytes(chunkCount: 5))] {
            let error = await #expect(throws: BodyError.self) {
                _ = try await body.spooled(SpoolOptions(byteCountLimit: 4999))
            }
            guard case .spoolLimitExceeded(byteCount: 4999) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func aFolderThatIsNotThereIsNamed() async throws {
        let directory = try TemporaryDirectory()
        let missing = LocalPath(directory.path + "/missing")
        let error = await #expect(throws: BodyError.self) {
            _ = try await Body("a").spooled(SpoolOptions(directory: missing))
        }
        guard case .spool(missing, offset: 0, errno: ENOENT) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aFullDeviceIsDescribedInOneLine() {
        let error = BodyError.spool(directory: "/tmp", offset: 4096, errno: ENOSPC)
        let expected = """
            can't keep the body in a temporary file in '/tmp' (4096 bytes written): \
            No space left on device (errno 28); choose another folder
            """
        #expect(error.description == expected)
    }

    @Test func anErrorOfTheBodyComesThroughAsItIs() async throws {
        let stream = BodyStream(label: "short", byteCount: 2000) {
            AsyncStream { continuation in
                continuation.yield([1])
                continuation.finish()
            }
        }
        let error = await #expect(throws: BodyError.self) {
            _ = try await Body(stream).spooled()
        }
        guard case .streamLengthMismatch("short", promised: 2000, delivered: 1) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
