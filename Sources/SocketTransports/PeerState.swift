#if os(Linux)

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the system knows of a connection's peer.
struct PeerState {
    /// All bytes that the peer acknowledged so far.
    var acknowledged: UInt64
    /// All bytes that came from the peer; the end of its sending counts as one.
    var received: UInt64

    /// Asks the system; `nil` where it can't tell.
    init?(_ socket: CInt) {
        #if os(Linux)
        // The layout of `tcp_info` is the kernel's, and doesn't change; the C library's declaration
        // ends before these fields.
        let acknowledgedOffset = 120
        let receivedOffset = 128
        var bytes: [17 of UInt64] = .init(repeating: 0)
        var span = bytes.mutableSpan
        let isKnown = unsafe span.withUnsafeMutableBytes { memory in
            var byteCount = socklen_t(memory.count)
            return unsafe getsockopt(
                socket,
                CInt(IPPROTO_TCP),
                TCP_INFO,
                memory.baseAddress,
                &byteCount
            ) == 0 && Int(byteCount) >= receivedOffset + MemoryLayout<UInt64>.size
        }
        guard isKnown else { return nil }
        acknowledged = bytes[acknowledgedOffset / 8]
        received = bytes[receivedOffset / 8]
        #else
        return nil
        #endif
    }

    /// Bytes written to `socket` that the peer has not acknowledged, or 0 where the system can't
    /// tell.
    static func unacknowledgedByteCount(_ socket: CInt) -> Int64 {
        var count: CInt = 0
        #if os(Linux)
        // SIOCOUTQ.
        guard unsafe ioctl(socket, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
        #else
        var byteCount = socklen_t(MemoryLayout<CInt>.size)
        guard unsafe getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &byteCount) == 0 else {
            return 0
        }
        #endif
        return Int64(count)
    }
}
