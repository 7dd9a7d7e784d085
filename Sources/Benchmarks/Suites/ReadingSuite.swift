import BenchmarkHarness
import BodyStreaming
import MultipartFormData

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reading a form with a large file, by the size of a read.
enum ReadingSuite: BenchmarkSuite {
    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let fixtures = environment.fixtures
        let byteCount = environment.sizes.byteCount
        let work = Work(byteCount, .bytes)
        let sizes = [4, 16, 64, 256, 1024].map { kibibytes in
            BenchmarkCase("read/\(kibibytes)K", work) { meter in
                let form = try await Forms.file(fixtures.file(byteCount))
                return try await read(form.body(), pieces: kibibytes << 10, meter)
            }
        }
        let chunks = BenchmarkCase("read/chunks", work) { meter in
            let body = try await Forms.file(fixtures.file(byteCount)).body()
            return try await meter.measure {
                var count: Int64 = 0
                for try await chunk in body.chunks() { count += Int64(chunk.count) }
                try check(count, body)
            }
        }
        let cold = BenchmarkCase("read/cold", work) { meter in
            let path = try await fixtures.file(byteCount)
            try dropFromCache(path)
            return try await read(Forms.file(path).body(), pieces: 256 << 10, meter)
        }
        let growing = BenchmarkCase.growing("read.bytes", work) { byteCount, meter in
            let form = try await Forms.file(fixtures.file(byteCount))
            return try await read(form.body(), pieces: 64 << 10, meter)
        }
        return sizes + [chunks, cold] + growing
    }

    private static func read(
        _ body: Body,
        pieces byteCount: Int,
        _ meter: Meter
    ) async throws -> Sample {
        var buffer = ReadBuffer(byteCount: byteCount)
        return try await meter.measure {
            var reader = try body.reader()
            while try buffer.fill(from: &reader) > 0 {}
            try check(reader.offset, body)
        }
    }

    private static func check(_ count: Int64, _ body: Body) throws {
        guard count == body.length else {
            throw BenchmarkFailure.failure("\(count) bytes were read")
        }
    }

    /// Makes the next read of a file one from the disk, as far as the system takes advice.
    private static func dropFromCache(_ path: LocalPath) throws {
        #if os(Linux)
        let descriptor = try SmallFile.open(path, O_RDONLY)
        defer { close(descriptor) }
        // Only pages that are on the disk can be dropped.
        guard fsync(descriptor) == 0,
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0
        else { throw SkippedCase(reason: "the page cache can't be dropped") }
        #else
        throw SkippedCase(reason: "the page cache can be dropped on Linux only")
        #endif
    }
}
