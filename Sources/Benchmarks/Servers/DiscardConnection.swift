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

    /// The offset behind the empty line that ends the head.
    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        var start = 0
        while let end = bytes[start...].firstIndex(of: lineFeed) {
            if end == start + 1, bytes[start] == carriageReturn { return end + 1 }
            start = end + 1
        }
        return nil
    }

    private static func head(_ bytes: ArraySlice<UInt8>) -> Head? {
        var head = Head()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let value = value(of: "content-length", in: line) {
                guard let count = Int64(String(decoding: value, as: UTF8.self)), count >= 0 else {
                    return nil
                }
                head.byteCount = count
            } else if value(of: "expect", in: line) != nil {
                head.expectsContinue = true
            } else if value(of: "transfer-encoding", in: line) != nil {
                return nil
            }
        }
        return head
    }

    /// The value of a line, if it is that of the field called `name`, which is in small letters.
    private static func value(
        of name: StaticString,
        in line: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        let count = name.utf8CodeUnitCount
        let colon = line.startIndex + count
        guard colon < line.endIndex, line[colon] == UInt8(ascii: ":") else { return nil }
        let matches = name.withUTF8Buffer { expected in
            unsafe zip(line, expected).allSatisfy { $0 | 0x20 == $1 || $0 == $1 }
        }
        guard matches else { return nil }
        let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
        var value = line[(colon + 1)...].drop(while: isSpace)
        while let last = value.last, isSpace(last) { value.removeLast() }
        return value
    }
}
