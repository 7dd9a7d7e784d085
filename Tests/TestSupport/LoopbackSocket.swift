import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A TCP socket that has a port of 127.0.0.1, which the system chose; whoever makes one closes it.
package struct LoopbackSocket: Sendable {
    package let descriptor: CInt
    package let port: UInt16

    /// Creates a socket.
    ///
    /// - Parameters:
    ///   - backlog: How many connections may wait; `nil` refuses all.
    ///   - receiveBufferByteCount: What the system takes of a connection before it is read.
    /// - Throws: If there is no descriptor or no port to be had.
    package init(backlog: CInt?, receiveBufferByteCount: Int32? = nil) throws {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #endif
        if var size = receiveBufferByteCount {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length) == 0
                    && backlog.map { listen(descriptor, $0) == 0 } ?? true
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isReady else { throw POSIXError(.EADDRINUSE) }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }
}
