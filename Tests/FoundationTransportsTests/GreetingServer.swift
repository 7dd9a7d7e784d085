import Foundation
import TestSupport

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
        let socket = try LoopbackSocket(backlog: 8)
        listener = socket.descriptor
        port = socket.port
        let listener = listener
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
