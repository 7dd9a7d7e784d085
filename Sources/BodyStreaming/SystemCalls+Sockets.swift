#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension SystemCalls {
    /// A socket for TCP that neither waits nor is inherited.
    ///
    /// - Parameter family: `AF_INET` or `AF_INET6`.
    /// - Returns: The owner of the descriptor.
    /// - Throws: The error number.
    package static func makeStreamSocket(family: CInt) throws(SystemCallError) -> OwnedDescriptor {
        #if canImport(Darwin)
        let descriptor = OwnedDescriptor(owning: try retrying { socket(family, SOCK_STREAM, 0) })
        try prepareSocket(descriptor.rawValue)
        return descriptor
        #else
        // In one call: no child process that is made meanwhile inherits it.
        let kind = streamKind | CInt(O_NONBLOCK) | CInt(O_CLOEXEC)
        return OwnedDescriptor(owning: try retrying { socket(family, kind, 0) })
        #endif
    }

    #if canImport(Glibc)
    private static let streamKind = CInt(SOCK_STREAM.rawValue)
    #elseif canImport(Musl)
    private static let streamKind = CInt(SOCK_STREAM)
    #endif

    /// Makes a fresh socket one that neither waits nor is inherited.
    ///
    /// - Throws: The error number.
    package static func prepareSocket(_ descriptor: CInt) throws(SystemCallError) {
        _ = try retrying { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = try retrying { fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        #if canImport(Darwin)
        try setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1 as CInt)
        #endif
    }

    /// Has a socket send what it gets at once, instead of waiting for more to send with it.
    ///
    /// - Throws: The error number.
    package static func sendWithoutDelay(_ descriptor: CInt) throws(SystemCallError) {
        try setOption(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, 1 as CInt)
    }

    /// Sets an option of a socket.
    ///
    /// - Throws: The error number.
    package static func setOption<Value: BitwiseCopyable>(
        _ descriptor: CInt,
        _ level: CInt,
        _ option: CInt,
        _ value: Value
    ) throws(SystemCallError) {
        let byteCount = socklen_t(MemoryLayout<Value>.size)
        var value = value
        _ = try retrying { unsafe setsockopt(descriptor, level, option, &value, byteCount) }
    }
}
