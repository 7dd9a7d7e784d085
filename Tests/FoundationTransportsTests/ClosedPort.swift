import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A port of 127.0.0.1 that refuses connections: nobody listens, and nobody else can have it.
final class ClosedPort: Sendable {
    private let descriptor: CInt
    let number: UInt16

    init() throws {
        let socket = try LoopbackSocket(backlog: nil)
        descriptor = socket.descriptor
        number = socket.port
    }

    deinit {
        close(descriptor)
    }
}
