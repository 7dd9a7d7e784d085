import ImageSniffing
import Synchronization

/// Bytes in memory that count how often and how much is read of them.
final class CountingSource: HeaderSource, Sendable {
    private let bytes: [UInt8]
    private let counts = Mutex((reads: 0, bytes: 0))

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var byteCount: Int64? { Int64(bytes.count) }

    var readCount: Int { counts.withLock { $0.reads } }

    var readByteCount: Int { counts.withLock { $0.bytes } }

    func read(at offset: Int64, into output: inout OutputSpan<UInt8>) throws(Never) {
        let start = Int(min(offset, Int64(bytes.count)))
        let end = min(start + output.freeCapacity, bytes.count)
        for index in start..<end { output.append(bytes[index]) }
        counts.withLock { counts in
            counts.reads += 1
            counts.bytes += end - start
        }
    }
}
