#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the system knows of a connection's peer.
package struct PeerState {
    /// All bytes that the peer acknowledged so far.
    package let acknowledged: UInt64

    /// All bytes that came from the peer; the end of its sending counts as one.
    package let received: UInt64

    /// Whether the peer has ended its sending, and this side hasn't.
    package let isHalfClosed: Bool

    /// Asks the system; `nil` where it can't tell.
    package init?(_ socket: CInt) {
        #if os(Linux)
        // The layout of `tcp_info` is the kernel's, and doesn't change; the C library's declaration
        // ends before the last two of these.
        let (stateOffset, acknowledgedOffset, receivedOffset, byteCount) = (0, 120, 128, 136)
        let closeWait: UInt8 = 8
        let state = unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 8) {
            memory -> (state: UInt8, acknowledged: UInt64, received: UInt64)? in
            var count = socklen_t(byteCount)
            let level = CInt(IPPROTO_TCP)
            guard unsafe getsockopt(socket, level, TCP_INFO, memory.baseAddress, &count) == 0,
                Int(count) == byteCount
            else { return nil }
            return unsafe (
                memory.load(fromByteOffset: stateOffset, as: UInt8.self),
                memory.load(fromByteOffset: acknowledgedOffset, as: UInt64.self),
                memory.load(fromByteOffset: receivedOffset, as: UInt64.self)
            )
        }
        guard let state else { return nil }
        acknowledged = state.acknowledged
        received = state.received
        isHalfClosed = state.state == closeWait
        #else
        return nil
        #endif
    }

    /// Bytes written to `socket` that the peer has not acknowledged, or 0 where the system can't
    /// tell.
    package static func unacknowledgedByteCount(_ socket: CInt) -> Int64 {
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
