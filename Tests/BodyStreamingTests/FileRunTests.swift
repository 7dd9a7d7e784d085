import BodyStreaming
import TestSupport
import Testing

/// Files whose bytes go past the reader.
@Suite struct FileRunTests {
    private func reader(_ bodies: [Body]) throws -> BodyReader {
        var whole = Body()
        for body in bodies { try whole.append(body) }
        return try whole.reader()
    }

    private func stream(_ byteCount: Int64?) -> Body {
        Body(BodyStream(label: "stream", byteCount: byteCount) { AsyncStream { $0.finish() } })
    }

    /// Only bytes count: a segment without any is over together with the file.
    @Test func whatFollowsAFileIsBytes() throws {
        let directory = try TemporaryDirectory()
        let file = try Body(file: directory.file("a", [UInt8](repeating: 1, count: 100)))
        let empty = try Body(file: directory.file("empty"))
        let cases: [(bodies: [Body], isFollowed: Bool)] = [
            ([], false), ([empty], false), ([empty, stream(0)], false), ([Body("x")], true),
            ([empty, file], true), ([stream(1)], true), ([stream(nil)], true),
        ]
        for (bodies, isFollowed) in cases {
            let reader = try reader([file] + bodies)
            let found = reader.isFileFollowed
            #expect(found == isFollowed, "\(bodies)")
        }
    }

    @Test func aRunIsWhatIsLeftOfTheFileButForItsTail() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("a", Array(0..<100))
        var reader = try reader([Body(file: path, range: 10..<60), Body("x")])
        let none = try reader.fileRun(leaving: 50)
        #expect(none?.byteCount == nil)
        let run = try reader.fileRun(leaving: 20)
        #expect(run?.offset == 10)
        #expect(run?.byteCount == 30)
        try reader.skipInFile(30)
        let left = reader.fileByteCount
        #expect(left == 20)
        let rest = try [UInt8](capacity: 100) { output throws(BodyError) in
            _ = try reader.read(into: &output)
        }
        #expect(rest == Array(40..<60) + Array("x".utf8))
    }

    @Test func theLastBytesOfARunTellThatTheFileChanged() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("a", [UInt8](repeating: 1, count: 100))
        path.setModificationTime(1)
        var reader = try reader([Body(file: path), Body("x")])
        _ = try reader.fileRun(leaving: 0)
        try reader.skipInFile(99)
        path.overwrite(at: 5, with: 2)
        do throws(BodyError) {
            try reader.skipInFile(1)
            Issue.record("the change went unnoticed")
        } catch {
            guard case .fileChanged(path, _) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
