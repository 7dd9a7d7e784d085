import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Sockets for TCP on this machine alone.
enum LoopbackSocket {
    /// A socket that listens on a port that the system picks.
    static func listening() throws(BenchmarkFailure) -> (descriptor: CInt, port: UInt16) {
        let descriptor = try make()
        var name = address(port: 0)
        var byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withGeneric(&name) { generic in
            guard unsafe bind(descriptor, generic, byteCount) == 0,
                listen(descriptor, 511) == 0
            else { return -1 }
            return unsafe getsockname(descriptor, generic, &byteCount)
        }
        try check(result, "listen on 127.0.0.1")
        return (descriptor, UInt16(bigEndian: name.sin_port))
    }

    /// A socket that is connected to `port`.
    static func connected(to port: UInt16) throws(BenchmarkFailure) -> CInt {
        let descriptor = try make()
        var name = address(port: port)
        let byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withGeneric(&name) { unsafe connect(descriptor, $0, byteCount) }
        try check(result, "connect to 127.0.0.1:\(port)")
        return descriptor
    }

    /// The next connection of a socket that listens; `nil` if there can be none.
    static func accepted(from listener: CInt) -> CInt? {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor < 0 else {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                setNoDelay(descriptor)
                return descriptor
            }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    private static func make() throws(BenchmarkFailure) -> CInt {
        #if canImport(Glibc)
        let kind = CInt(SOCK_STREAM.rawValue)
        #else
        let kind = CInt(SOCK_STREAM)
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        try check(descriptor, "make a socket")
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        setNoDelay(descriptor)
        return descriptor
    }

    private static func setNoDelay(_ descriptor: CInt) {
        var value: CInt = 1
        let byteCount = socklen_t(MemoryLayout<CInt>.size)
        _ = unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &value, byteCount)
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return name
    }

    private static func withGeneric(
        _ name: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>) -> CInt
    ) -> CInt {
        unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
        }
    }

    private static func check(_ result: CInt, _ action: String) throws(BenchmarkFailure) {
        guard result < 0 else { return }
        throw .failure("can't \(action): \(SystemErrorText.words(for: errno))")
    }
}
