#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A connection whose content is thrown away.
struct DiscardConnection {
    /// What has to be known of a request.
    struct Head {
        var byteCount: Int64 = 0
        var expectsContinue = false
    }

    private let descriptor: CInt
    private var bytes: [UInt8] = []
    private var piece = [UInt8](repeating: 0, count: 65_536)

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Reads the head of a request; `nil` at the end of the connection, or if it is no request
    /// whose body has a length.
    mutating func nextHead() -> Head? {
        while true {
            if let end = Self.endOfHead(bytes) {
                defer { bytes.removeFirst(end) }
                return Self.head(bytes[..<end])
            }
            let count = receive(into: piece.count, discarding: false)
            guard count > 0, bytes.count < 1 << 20 else { return nil }
            bytes += piece[..<count]
        }
    }

    /// Reads `byteCount` bytes, or all that come, and forgets them.
    mutating func discard(_ byteCount: Int64) {
        let taken = Int(min(byteCount, Int64(bytes.count)))
        bytes.removeFirst(taken)
        var rest = byteCount - Int64(taken)
        while rest > 0 {
            let count = receive(into: Int(min(rest, 8 << 20)), discarding: true)
            guard count > 0 else { return }
            rest -= Int64(count)
        }
    }

    /// Sends a short text.
    func send(_ text: String) {
        try? SmallFile.write(Array(text.utf8), to: descriptor)
    }

    /// Receives at most `limit` bytes; on Linux, those that are discarded stay in the kernel.
    ///
    /// Source: tcp(7), https://man7.org/linux/man-pages/man7/tcp.7.html
    private mutating func receive(into limit: Int, discarding: Bool) -> Int {
        while true {
            #if os(Linux)
            let flags = discarding ? CInt(MSG_TRUNC) : 0
            let capacity = discarding ? limit : min(limit, piece.count)
            #else
            let flags: CInt = 0
            let capacity = min(limit, piece.count)
            #endif
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe recv(descriptor, buffer.baseAddress, capacity, flags)
            }
            if count >= 0 || errno != EINTR { return count }
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.count >= end.count else { return nil }
        return (0...(bytes.count - end.count)).first { bytes[$0..<($0 + 4)] == end[...] }
            .map { $0 + end.count }
    }

    private static func head(_ bytes: ArraySlice<UInt8>) -> Head? {
        var head = Head()
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].drop { $0 == " " }
            switch parts[0].lowercased() {
            case "content-length":
                guard let count = Int64(value), count >= 0 else { return nil }
                head.byteCount = count
            case "expect": head.expectsContinue = true
            case "transfer-encoding": return nil
            default: continue
            }
        }
        return head
    }
}
