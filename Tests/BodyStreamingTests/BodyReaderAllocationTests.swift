import BodyStreaming
import CAllocationCounter
import TestSupport
import Testing

/// No allocation per read, counted: every call of `malloc(3)` and its kin on the current thread.
@Suite(.enabled(if: allocation_counter_of_thread() >= 0, "allocations are counted with glibc only"))
struct BodyReaderAllocationTests {
    /// The first reads enter the file; the last one leaves it and is not counted either.
    private func allocationsReading(_ body: Body, size: Int) throws -> (
        reads: Int, allocations: Int
    ) {
        var reader = try body.reader()
        var buffer = [UInt8](repeating: 0, count: size)
        var reads = 0
        var failure: BodyError?
        func read() {
            var span = buffer.mutableSpan
            unsafe span.withUnsafeMutableBufferPointer { memory in
                var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
                do throws(BodyError) {
                    _ = try reader.read(into: &output)
                } catch {
                    failure = error
                }
                _ = unsafe output.finalize(for: memory)
            }
        }
        for _ in 0..<4 { read() }
        let end = try #require(body.length) - Int64(size)
        let start = allocation_counter_of_thread()
        while reader.offset < end, failure == nil {
            read()
            reads += 1
        }
        let count = allocation_counter_of_thread() - start
        if let failure { throw failure }
        return (reads, count)
    }

    @Test func counterCounts() {
        let start = allocation_counter_of_thread()
        for index in 0..<10 { withExtendedLifetime(Array(repeating: index, count: 5)) {} }
        #expect(allocation_counter_of_thread() - start == 10)
    }

    @Test(arguments: [4096, 65_536])
    func readingAFileAllocatesNothing(size: Int) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("sparse")
        path.truncate(to: 64 << 20)
        var body = Body("--b\r\n\r\n")
        try body.append(Body(file: path))
        try body.append(Body("\r\n--b--\r\n"))
        let (reads, allocations) = try allocationsReading(body, size: size)
        #expect(reads > (64 << 20) / size - 8)
        #expect(allocations == 0)
    }

    /// The region of a file, made anew each time.
    private struct MadeRegion: LazySegments {
        let region: FileRegion

        var count: Int { 1 }
        var byteCount: Int64 { region.byteCount }
        func segment(at index: Int) -> BodySegment { .file(region) }
        func start(ofSegmentAt index: Int) -> Int64 { 0 }
    }

    @Test func readingAFileWhoseSegmentIsMadeAllocatesNothing() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("sparse")
        path.truncate(to: 16 << 20)
        var body = Body("--b\r\n\r\n")
        try body.append(Body(lazy: MadeRegion(region: FileRegion(path: path))))
        try body.append(Body("\r\n--b--\r\n"))
        let (reads, allocations) = try allocationsReading(body, size: 4096)
        #expect(reads > (16 << 20) / 4096 - 8)
        #expect(allocations == 0)
    }

    @Test func readingBytesInMemoryAllocatesNothing() throws {
        var body = Body()
        for _ in 0..<1000 { try body.append(Body([UInt8](repeating: 1, count: 1000))) }
        let (reads, allocations) = try allocationsReading(body, size: 777)
        #expect(reads > 1000)
        #expect(allocations == 0)
    }
}
