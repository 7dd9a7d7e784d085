/// What ``Body/write(to:via:)`` did.
public struct WriteReport: Sendable, Hashable {
    /// The number of bytes written by each system call; those that wrote none have no entry.
    public internal(set) var byteCounts: [OutputOperation: Int64] = [:]

    /// The number of system calls that wrote or tried to.
    public internal(set) var systemCallCount = 0

    /// The number of all bytes written.
    public internal(set) var byteCount: Int64 = 0

    mutating func count(_ byteCount: Int, by operation: OutputOperation) {
        self.byteCount += Int64(byteCount)
        byteCounts[operation, default: 0] += Int64(byteCount)
    }
}

extension WriteReport: CustomStringConvertible {
    /// One line, for example `1048576 bytes in 12 calls: sendfile 983040, write 65536`.
    public var description: String {
        let ways = byteCounts.sorted { $0.value > $1.value }
            .map { "\($0.key.rawValue) \($0.value)" }
        let list = ways.isEmpty ? "" : ": " + ways.joined(separator: ", ")
        return "\(byteCount) bytes in \(systemCallCount) calls\(list)"
    }
}
