import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the tests' servers do with their end of a connection.
package enum ServerSocket {
    /// Sends bytes, as many as the system takes; a peer that has gone raises no signal.
    ///
    /// - Returns: How many were taken; none or fewer after a failure.
    package static func send(_ bytes: ArraySlice<UInt8>, to socket: CInt) -> Int {
        #if os(Linux)
        let flags = CInt(truncatingIfNeeded: Int(MSG_NOSIGNAL))
        #else
        let flags: CInt = 0
        #endif
        return unsafe bytes.withUnsafeBytes {
            unsafe sendBytes(socket, $0.baseAddress, $0.count, flags)
        }
    }

    /// Has the socket's closing be a reset.
    package static func resetOnClose(_ socket: CInt) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout.size(ofValue: linger))
        unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, size)
    }
}

// Inside of the type the method of this name hides that of the C library.
private func sendBytes(
    _ socket: CInt,
    _ bytes: UnsafeRawPointer?,
    _ count: Int,
    _ flags: CInt
) -> Int {
    unsafe send(socket, bytes, count, flags)
}
