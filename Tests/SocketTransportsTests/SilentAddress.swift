import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An address of this machine that neither takes nor refuses connections: its queue is full.
final class SilentAddress: Sendable {
    let port: UInt16

    /// Whether a further connection gets no answer; some systems answer all the same.
    let isSilent: Bool

    private let sockets: [CInt]

    /// Fills the queue.
    ///
    /// - Parameters:
    ///   - host: An address of the network 127.
    ///   - port: The port; 0 has the system choose one.
    /// - Throws: If the address can't be had.
    init(_ host: String, port: UInt16 = 0) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
            throw POSIXError(.EINVAL)
        }
        let listener = Self.openSocket()
        var sockets = [listener]
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length) == 0 && listen(listener, 0) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isReady else {
            close(listener)
            throw POSIXError(.EADDRINUSE)
        }
        self.port = UInt16(bigEndian: address.sin_port)
        var isSilent = false
        for _ in 0..<8 where !isSilent {
            let client = Self.openSocket()
            sockets.append(client)
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            _ = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(client, $0, length)
                }
            }
            var request = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
            isSilent = unsafe poll(&request, 1, 100) == 0
        }
        self.isSilent = isSilent
        self.sockets = sockets
    }

    deinit {
        for socket in sockets { close(socket) }
    }

    private static func openSocket() -> CInt {
        #if canImport(Darwin)
        socket(AF_INET, SOCK_STREAM, 0)
        #else
        socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #endif
    }
}
