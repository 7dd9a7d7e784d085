import BodyStreaming
import Foundation
import TestSupport
import Testing

@Suite struct FileRegionTests {
    /// form-data/form-data#71: a range was measured with the whole file's size.
    @Test func rangeIsMeasuredByItself() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a", Array(0..<200))
        let body = try Body(file: file, range: 90..<100)
        #expect(body.length == 10)
        #expect(try readAll(body.reader(), size: 64) == Array(90..<100))
    }

    @Test(arguments: [0..<6, 5..<6, -1..<2] as [Range<Int64>])
    func rangePastTheFileIsAnError(range: Range<Int64>) throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a", [1, 2, 3, 4, 5])
        #expect(
            failure { _ = try FileRegion(path: file, range: range) }
                == "'\(file)' has 5 bytes, so bytes \(range.lowerBound) up to "
                + "\(range.upperBound) aren't all in it"
        )
    }

    @Test func emptyRangesAndFilesAreNoErrors() throws {
        let directory = try TemporaryDirectory()
        #expect(try Body(file: directory.file("a", [1]), range: 1..<1).length == 0)
        let empty = try Body(file: directory.file("b"))
        #expect(empty.length == 0)
        #expect(try readAll(empty.reader(), size: 9) == [])
    }

    @Test func missingFileIsNamed() throws {
        let directory = try TemporaryDirectory()
        let path = LocalPath(directory.path + "/no\nsuch")
        #expect(
            failure { _ = try Body(file: path) }
                == "can't stat '\(directory.path)/no\\nsuch': "
                + "No such file or directory (errno 2)"
        )
    }

    @Test func directoryIsNamed() throws {
        let directory = try TemporaryDirectory()
        #expect(
            failure { _ = try Body(file: LocalPath(directory.path)) }
                == "'\(directory.path)' is a directory, whose bytes can't be sent"
        )
    }

    @Test func socketIsNamed() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/s"
        #if canImport(Darwin)
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8)
        }
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        #expect(
            failure { _ = try Body(file: LocalPath(path)) }
                == "'\(path)' is a socket, whose bytes can't be sent"
        )
    }

    @Test func rangeOfAPipeIsAnError() throws {
        let directory = try TemporaryDirectory()
        let path = LocalPath(directory.path + "/p")
        path.makePipe()
        #expect(
            failure { _ = try Body(file: path, range: 0..<1) }
                == "'\(path)' is a pipe, whose bytes can't be sent"
        )
    }

    @Test func openFileWithoutANameIsReadAndClosedWithItsLastHolder() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("spool", Array("hello".utf8))
        let descriptor = path.openForWriting()
        var file: OpenFile? = OpenFile(owning: descriptor, path: "the spool")
        path.remove()
        var body: Body? = try Body(FileRegion(#require(file), range: 1..<4))
        file = nil
        #expect(try readAll(#require(body).reader(), size: 2) == Array("ell".utf8))
        #expect(fcntl(descriptor, F_GETFD) >= 0)
        #expect(OpenDescriptors.count(under: directory.path) == 1)
        body = nil
        #expect(OpenDescriptors.count(under: directory.path) == 0)
    }

    @Test func symbolicLinksAreFollowed() throws {
        let directory = try TemporaryDirectory()
        _ = try directory.file("a", [1, 2, 3])
        let link = directory.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
        #expect(try Body(file: LocalPath(link)).length == 3)
    }

    @Test func pathsNeedNotBeUTF8() throws {
        let directory = try TemporaryDirectory()
        let path = LocalPath(bytes: Array((directory.path + "/").utf8) + [0xFF, 0xFE])
        close(path.openForWriting())
        path.overwrite(at: 0, with: 7)
        #expect(try readAll(Body(file: path).reader(), size: 9) == [7])
    }
}
