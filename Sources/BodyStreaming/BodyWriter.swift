#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes the bytes of one body to a descriptor, with calls that wait for it.
///
/// It must not run on a thread of the concurrency pool if the body has streams, which need that
/// pool to make progress, or if whoever reads the descriptor may be slow.
struct BodyWriter: ~Copyable {
    /// The size of the buffer, which is also what writes to a regular file are aligned to.
    static let bufferByteCount = 1 << 20

    private let descriptor: CInt
    private let signal: WakeSignal
    private let isCancelled: @Sendable () -> Bool
    private var reader: BodyReader
    private var buffer = PageBuffer(byteCount: bufferByteCount)
    private var report = WriteReport()

    init(
        _ body: Body,
        to descriptor: CInt,
        signal: WakeSignal,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws(BodyError) {
        self.descriptor = descriptor
        self.signal = signal
        self.isCancelled = isCancelled
        reader = try body.reader()
    }

    /// Writes the whole body.
    mutating func run() throws(BodyError) -> WriteReport {
        var alignment = (try? SystemCalls.position(of: descriptor)) ?? 0
        var count = 0
        while true {
            guard !isCancelled() else { throw .cancelled }
            let limit = Self.bufferByteCount - Int(alignment % Int64(Self.bufferByteCount))
            let step = try buffer.append(to: count, upTo: limit) { output throws(BodyError) in
                try reader.read(into: &output)
            }
            count = step.count
            if count == limit || step.result == .finished || step.result == .pending {
                try flush(count)
                alignment += Int64(count)
                count = 0
            }
            if step.result == .finished { return report }
            if step.result == .pending { try waitForStream() }
        }
    }

    private mutating func waitForStream() throws(BodyError) {
        let signal = signal
        reader.whenReady { signal.raise() }
        _ = try? signal.wait(for: nil, 0)
    }

    private mutating func flush(_ count: Int) throws(BodyError) {
        var written = 0
        while written < count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer.memory[written..<count])
            do {
                report.systemCallCount += 1
                let step = try unsafe SystemCalls.write(descriptor, rest)
                written += step
                report.count(step, by: .write)
            } catch  where error.number == EAGAIN {
                _ = try? signal.wait(for: descriptor, CInt(POLLOUT))
                guard !isCancelled() else { throw .cancelled }
            } catch {
                throw .output(operation: .write, offset: report.byteCount, errno: error.number)
            }
        }
    }
}
