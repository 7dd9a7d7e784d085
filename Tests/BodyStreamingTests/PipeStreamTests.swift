import BodyStreaming
import Foundation
import TestSupport
import Testing

/// Pipes and devices as sources.
@Suite(.timeLimit(.minutes(1)))
struct PipeStreamTests {
    /// form-data/form-data#367 and form-data/form-data#399: the length of a pipe was taken from its
    /// `st_size`.
    @Test func namedPipeHasNoLengthAndAllItsBytes() async throws {
        let directory = try TemporaryDirectory()
        let path = LocalPath(directory.path + "/p")
        path.makePipe()
        let body = try Body(file: path)
        #expect(body.length == nil)
        #expect(body.replayability == .once)
        var generator = SeededGenerator(seed: 5)
        let expected = generator.bytes(300_000)
        // Opening for writing alone waits for the reader.
        Thread.detachNewThread {
            let descriptor = path.openForWriting(O_WRONLY)
            var rest = expected[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes {
                    unsafe write(descriptor, $0.baseAddress, min($0.count, 10_000))
                }
                rest = rest.dropFirst(count)
            }
            close(descriptor)
        }
        #expect(try await collect(body) == expected)
        #expect(
            await failure { _ = try await collect(body) }
                == "'\(path)' can be read only once and was read before; "
                + "to send it again, keep it in a file"
        )
    }

    @Test func numberedDescriptorIsRead() async throws {
        let pipe = ConnectedDescriptors.pipe()
        pipe.write(Array("abc".utf8))
        pipe.closeEnd(pipe.writing)
        let body = try Body(file: LocalPath("/dev/fd/\(pipe.reading)"))
        #expect(body.length == nil)
        #expect(try await collect(body) == Array("abc".utf8))
    }

    @Test func numberedSocketIsRead() async throws {
        let sockets = ConnectedDescriptors.sockets()
        sockets.write(Array("abc".utf8))
        sockets.closeEnd(sockets.writing)
        let body = try Body(file: LocalPath("/dev/fd/\(sockets.reading)"))
        #expect(try await collect(body) == Array("abc".utf8))
    }

    @Test func emptyDeviceIsEmpty() async throws {
        let body = try Body(file: "/dev/null")
        #expect(body.length == nil)
        #expect(try await collect(body) == [])
    }

    #if os(Linux)
    /// The files below /proc say that they have no bytes.
    @Test func aFileThatOnlyCallsItselfEmptyIsReadToItsEnd() async throws {
        let body = try Body(file: "/proc/version")
        #expect(body.length == nil)
        #expect(body.replayability == .once)
        let text = String(decoding: try await body.collected(), as: UTF8.self)
        #expect(text.hasPrefix("Linux version "))
        #expect(text.hasSuffix("\n"))
    }
    #endif

    @Test func slowPipesKeepNoThreadOfThePool() async throws {
        let pipes = (0..<32).map { _ in ConnectedDescriptors.pipe() }
        let tasks = try pipes.map { pipe in
            let body = try Body(file: LocalPath("/dev/fd/\(pipe.reading)"))
            return Task { try await collect(body) }
        }
        // The last one is read while the others, which are more than there are threads, wait.
        for index in pipes.indices.reversed() {
            pipes[index].write([UInt8(index)])
            pipes[index].closeEnd(pipes[index].writing)
            #expect(try await tasks[index].value == [UInt8(index)])
        }
    }

    @Test func waitForASilentPipeIsCancelled() async throws {
        let pipe = ConnectedDescriptors.pipe()
        let body = try Body(file: LocalPath("/dev/fd/\(pipe.reading)"))
        let (started, start) = AsyncStream<Void>.makeStream()
        let task = Task { () -> String? in
            await failure {
                for try await _ in body.chunks() { start.yield() }
            }
        }
        pipe.write([1])
        var starts = started.makeAsyncIterator()
        await starts.next()
        task.cancel()
        #expect(await task.value == "reading the body was cancelled")
    }

    @Test func waitForAWriterIsCancelled() async throws {
        let directory = try TemporaryDirectory()
        let path = LocalPath(directory.path + "/p")
        path.makePipe()
        let body = try Body(file: path)
        let task = Task { () -> String? in
            await failure { _ = try await collect(body) }
        }
        task.cancel()
        #expect(await task.value == "reading the body was cancelled")
    }

    @Test func pipeThatVanishedIsNamed() async throws {
        let directory = try TemporaryDirectory()
        let path = LocalPath(directory.path + "/p")
        path.makePipe()
        let body = try Body(file: path)
        path.remove()
        #expect(
            await failure { _ = try await collect(body) }
                == "can't open '\(path)': No such file or directory (errno 2)"
        )
    }
}
