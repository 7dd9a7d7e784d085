import BodyStreaming
import Foundation
import TestSupport
import Testing

/// Files that are not, or no longer, what was laid out.
@Suite struct FileChangeTests {
    let directory: TemporaryDirectory
    let file: LocalPath

    init() throws {
        directory = try TemporaryDirectory()
        file = try directory.file("photo", [UInt8](repeating: 7, count: 100_000))
    }

    /// The file between two delimiters.
    private func form() throws -> Body {
        var body = Body("--b\r\n\r\n")
        try body.append(Body(file: file))
        try body.append(Body("\r\n--b--\r\n"))
        return body
    }

    /// What was read before the error, and what the error says; `change` runs after the first 1000
    /// bytes were read.
    private func read(
        _ body: Body,
        size: Int = 4096,
        changing change: () throws -> Void
    ) throws -> (bytes: [UInt8], failure: String?) {
        var reader = try body.reader()
        var bytes = try [UInt8](capacity: 1000) { output throws(BodyError) in
            _ = try reader.read(into: &output)
        }
        try change()
        let message = failure {
            var outcome = BodyReadOutcome.pending
            repeat {
                bytes += try [UInt8](capacity: size) { output throws(BodyError) in
                    outcome = try reader.read(into: &output)
                }
            } while outcome != .finished
        }
        return (bytes, message)
    }

    // MARK: Before it is opened

    @Test func vanishedBeforeOpening() throws {
        let body = try form()
        file.remove()
        #expect(
            failure { _ = try readAll(body.reader(), size: 4096) }
                == "can't open '\(file)': No such file or directory (errno 2)"
        )
    }

    @Test func replacedBeforeOpening() throws {
        let body = try form()
        try directory.file("other", [UInt8](repeating: 8, count: 100_000)).replace(file)
        #expect(
            failure { _ = try readAll(body.reader(), size: 4096) }
                == "'\(file)' was replaced by another file after the body was laid out; "
                + "send it when it is complete"
        )
    }

    @Test(.timeLimit(.minutes(1)))
    func replacedByAPipeBeforeOpeningDoesNotWait() throws {
        let body = try form()
        file.remove()
        file.makePipe()
        #expect(
            failure { _ = try readAll(body.reader(), size: 4096) }
                == "'\(file)' was replaced by another file after the body was laid out; "
                + "send it when it is complete"
        )
    }

    @Test(arguments: [(99_999, "shrank"), (0, "shrank"), (100_001, "grew")] as [(Int64, String)])
    func otherSizeBeforeOpening(byteCount: Int64, verb: String) throws {
        let body = try form()
        file.truncate(to: byteCount)
        #expect(
            failure { _ = try readAll(body.reader(), size: 4096) }
                == "'\(file)' \(verb) from 100000 to \(byteCount) bytes after the body was laid "
                + "out; send it when it is complete"
        )
    }

    @Test func emptyFileThatGrewIsNoEmptyPart() throws {
        let path = try directory.file("empty")
        var body = Body("<")
        try body.append(Body(file: path))
        try body.append(Body(">"))
        path.truncate(to: 3)
        for offset in [0, 1] as [Int64] {
            #expect(
                failure { _ = try readAll(body.reader(at: offset), size: 4096) }
                    == "'\(path)' grew from 0 to 3 bytes after the body was laid out; "
                    + "send it when it is complete"
            )
        }
    }

    /// OpenNeuroOrg/openneuro#2613: a file that couldn't be opened was sent as zero bytes.
    @Test func unreadableIsAnErrorAndNotEmpty() throws {
        let body = try form()
        file.setMode(0)
        var bytes: [UInt8] = []
        var message: String?
        let ran = try withoutRootsRights {
            message = failure { bytes = try readAll(body.reader(), size: 4096) }
        }
        guard ran else { return print("SKIPPED unreadableIsAnErrorAndNotEmpty: can't drop rights") }
        #expect(message == "can't open '\(file)': Permission denied (errno 13)")
        #expect(bytes == [])
    }

    /// Runs `body` as a user that owns nothing, if this is root; the current thread only.
    private func withoutRootsRights(_ body: () throws -> Void) throws -> Bool {
        guard geteuid() == 0 else {
            try body()
            return true
        }
        #if os(Linux)
        typealias SetUser = @convention(c) (uid_t) -> CInt
        guard let symbol = unsafe dlsym(nil, "setfsuid") else { return false }
        let setUser = unsafe unsafeBitCast(symbol, to: SetUser.self)
        _ = setUser(65_534)
        defer { _ = setUser(0) }
        try body()
        return true
        #else
        return false
        #endif
    }

    // MARK: While it is read

    /// curl/curl#11222 and requests/toolbelt#314: the surplus of a file that was appended to was
    /// read as the next request.
    @Test(arguments: [1, 4096, 65_536])
    func growingWhileReadFailsBeforeTheClosingDelimiter(size: Int) throws {
        let body = try form()
        let (bytes, message) = try read(body, size: size) { file.truncate(to: 104_096) }
        #expect(
            message
                == "'\(file)' grew from 100000 to 104096 bytes after the body was laid out; "
                + "send it when it is complete"
        )
        #expect(bytes.count < 7 + 100_000)
        #expect(Array(bytes.prefix(7)) == Array("--b\r\n\r\n".utf8))
    }

    /// requests/toolbelt#314: with a file that was cut, both ends waited for a timeout.
    @Test func shrinkingWhileReadNamesBothSizes() throws {
        let body = try form()
        let (bytes, message) = try read(body) { file.truncate(to: 10) }
        #expect(
            message
                == "'\(file)' shrank from 100000 to 10 bytes after the body was laid out; "
                + "send it when it is complete"
        )
        #expect(bytes.count == 1000)
    }

    @Test func writtenWithTheSameSizeWhileRead() throws {
        let body = try form()
        let (bytes, message) = try read(body) {
            file.overwrite(at: 50_000, with: 9)
            file.setModificationTime(2_000_000_000_000_000_000)
        }
        #expect(
            message
                == "'\(file)' was modified after the body was laid out; "
                + "send it when it is complete"
        )
        #expect(bytes.count < 7 + 100_000)
    }

    @Test func unlinkedOrReplacedWhileReadGoesOnWithTheOpenFile() throws {
        let body = try form()
        let other = try directory.file("other", [UInt8](repeating: 8, count: 5))
        let (bytes, message) = try read(body) { other.replace(file) }
        #expect(message == nil)
        #expect(bytes.count == 7 + 100_000 + 9)
        #expect(bytes[7..<100_007].allSatisfy { $0 == 7 })
    }

    /// rclone/rclone#2206 and rclone/rclone#3029: time stamps of network file systems jitter.
    @Test func modificationTimeMayJitter() throws {
        let base: Int64 = 1_700_000_000_000_000_000
        file.setModificationTime(base)
        let body = try form()
        let (bytes, message) = try read(body) { file.setModificationTime(base + 2_000_000) }
        #expect(message == nil)
        #expect(bytes.count == 100_016)
    }

    @Test func modificationTimeCanBeLeftOut() throws {
        let body = try Body(FileRegion(path: file, changeDetection: .sizeOnly))
        let (bytes, message) = try read(body) {
            file.setModificationTime(1_000_000_000_000_000_000)
        }
        #expect(message == nil)
        #expect(bytes.count == 100_000)
    }
}
