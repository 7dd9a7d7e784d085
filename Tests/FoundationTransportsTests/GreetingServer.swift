import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on 127.0.0.1 that sends the same bytes to whoever connects, without waiting for any, and
/// then reads until the peer goes.
final class GreetingServer: Sendable {
    let port: UInt16
    private let listener: CInt

    init(_ greeting: String) throws {
        #if canImport(Darwin)
        listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        let bytes = Array(greeting.utf8)
        let thread = Thread {
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { break }
                var block = [UInt8](repeating: 0, count: 4096)
                if unsafe write(socket, bytes, bytes.count) == bytes.count {
                    while unsafe read(socket, &block, block.count) > 0 {}
                }
                close(socket)
            }
            close(listener)
        }
        thread.start()
    }

    /// Ends the listening; must be called.
    func stop() {
        shutdown(listener, CInt(SHUT_RDWR))
    }
}
