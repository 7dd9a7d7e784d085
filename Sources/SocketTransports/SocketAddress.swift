#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An address to connect to, without a port.
package struct SocketAddress: Sendable {
    /// The address family: `AF_INET` or `AF_INET6`.
    package let family: CInt

    private var storage = sockaddr_storage()
    private let byteCount: socklen_t

    /// Copies what the system resolved; `nil` for a family that isn't the internet's.
    init?(_ address: UnsafePointer<sockaddr>, byteCount: socklen_t) {
        family = unsafe CInt(address.pointee.sa_family)
        guard family == AF_INET || family == AF_INET6 else { return nil }
        self.byteCount = byteCount
        unsafe withUnsafeMutableBytes(of: &storage) {
            unsafe $0.copyMemory(
                from: UnsafeRawBufferPointer(start: address, count: Int(byteCount))
            )
        }
    }

    /// Calls `body` with the address and a port.
    func withPort<Result>(
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = storage
        return unsafe withUnsafeMutableBytes(of: &address) { bytes in
            // The port stands at the same place in both families.
            let offset = MemoryLayout<sockaddr_in>.offset(of: \.sin_port) ?? 2
            unsafe bytes.storeBytes(of: port.bigEndian, toByteOffset: offset, as: UInt16.self)
            return unsafe bytes.withMemoryRebound(to: sockaddr.self) { buffer in
                guard let start = buffer.baseAddress else {
                    preconditionFailure("an address has no bytes")
                }
                return unsafe body(start, byteCount)
            }
        }
    }
}
