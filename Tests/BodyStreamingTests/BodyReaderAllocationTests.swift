#if os(Linux)
import BodyStreaming
import Foundation
import TestSupport
import Testing

/// No allocation per read of a file, counted.
@Suite struct BodyReaderAllocationTests {
    /// The first reads enter the file; the last one leaves it and is not counted either.
    private func allocationsReading(_ body: Body, size: Int) throws -> (reads: Int, count: Int) {
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
        let count = AllocationCounter.count {
            while reader.offset < end, failure == nil {
                read()
                reads += 1
            }
        }
        if let failure { throw failure }
        return (reads, count)
    }

    @Test func counterCounts() {
        let count = AllocationCounter.count {
            for index in 0..<10 { withExtendedLifetime(Array(repeating: index, count: 5)) {} }
        }
        #expect(count == 10)
    }

    @Test(arguments: [4096, 65_536])
    func readingAFileAllocatesNothing(size: Int) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("sparse")
        path.truncate(to: 64 << 20)
        var body = Body("--b\r\n\r\n")
        try body.append(Body(file: path))
        try body.append(Body("\r\n--b--\r\n"))
        let (reads, count) = try allocationsReading(body, size: size)
        #expect(reads > (64 << 20) / size - 8)
        #expect(count == 0)
    }

    @Test func readingBytesInMemoryAllocatesNothing() throws {
        var body = Body()
        for _ in 0..<1000 { try body.append(Body([UInt8](repeating: 1, count: 1000))) }
        let (reads, count) = try allocationsReading(body, size: 777)
        #expect(reads > 1000)
        #expect(count == 0)
    }
}

/// Counts the objects that the Swift runtime allocates on the current thread: array buffers, boxes,
/// contexts of closures and instances of classes.
///
/// The runtime has a pointer to its allocator for instruments. Memory that code takes from
/// `malloc(3)` or an unsafe pointer itself is not counted; ``BodyReader`` has no such code.
private enum AllocationCounter {
    private typealias Allocate =
        @convention(c) (UnsafeRawPointer, Int, Int) -> UnsafeMutableRawPointer

    @unsafe private struct State {
        var allocate: Allocate
        var thread = pthread_self()
        var count = 0
    }

    nonisolated(unsafe) private static var state: UnsafeMutablePointer<State>?
    private static let lock = NSLock()

    static func count(_ body: () -> Void) -> Int {
        lock.withLock {
            guard let pointer = unsafe dlsym(nil, "_swift_allocObject"),
                let flag = unsafe dlsym(
                    nil,
                    "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
                )
            else { preconditionFailure("the Swift runtime has no allocator to set") }
            let allocator = unsafe pointer.assumingMemoryBound(to: Allocate.self)
            let isInstrumented = unsafe flag.assumingMemoryBound(to: Bool.self)
            let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
            unsafe state.initialize(to: State(allocate: allocator.pointee))
            unsafe Self.state = state
            unsafe allocator.pointee = { metadata, size, alignment in
                guard let state = unsafe AllocationCounter.state else {
                    preconditionFailure("the counter runs before it was set up")
                }
                if unsafe pthread_equal(state.pointee.thread, pthread_self()) != 0 {
                    unsafe state.pointee.count += 1
                }
                return unsafe state.pointee.allocate(metadata, size, alignment)
            }
            unsafe isInstrumented.pointee = true
            body()
            unsafe isInstrumented.pointee = false
            unsafe allocator.pointee = unsafe state.pointee.allocate
            // Another thread may still be in the counter, so its state stays.
            return unsafe state.pointee.count
        }
    }
}
#endif
