import ImageSniffing

/// A source of bytes in memory that counts what is read of it.
final class CountedBytes: HeaderSource {
    private let bytes: [UInt8]
    private(set) var readCount = 0
    private(set) var readByteCount = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var byteCount: Int64? { Int64(bytes.count) }

    func read(at offset: Int64, into output: inout OutputSpan<UInt8>) throws(Never) {
        precondition(offset >= 0, "a read before the file begins")
        readCount += 1
        guard offset < Int64(bytes.count) else { return }
        let end = min(Int(offset) + output.freeCapacity, bytes.count)
        for index in Int(offset)..<end { output.append(bytes[index]) }
        readByteCount += end - Int(offset)
    }

    /// - Throws: ``PropertyViolation`` if more was read than `budget` allows.
    func requireBudget(_ budget: SniffBudget) throws(PropertyViolation) {
        try require(readCount <= budget.readCount, "\(readCount) reads")
        // The last read may go past what is left by one window.
        try require(readByteCount < budget.byteCount + 4096, "\(readByteCount) bytes were read")
    }
}
