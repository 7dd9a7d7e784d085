package import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes to descriptors.
package enum DescriptorOutput {
    /// Writes all of `bytes`, waiting where the descriptor is full.
    ///
    /// - Throws: The error number that the system gave.
    package static func write(
        _ bytes: [UInt8],
        to descriptor: CInt
    ) throws(SystemCallError) {
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(SystemCallError) in
            var rest = unsafe buffer[...]
            while unsafe !rest.isEmpty {
                let piece = unsafe UnsafeBufferPointer(rebasing: rest)
                let count = unsafe systemWrite(descriptor, piece.baseAddress, piece.count)
                if count >= 0 {
                    unsafe rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = unsafe poll(&request, 1, -1)
                } else if errno != EINTR {
                    throw SystemCallError(number: errno)
                }
            }
        }
    }
}

// The bare name stands behind an alias, so that the member above can have the same one.
#if canImport(Glibc)
private let systemWrite = unsafe Glibc.write
#elseif canImport(Musl)
private let systemWrite = unsafe Musl.write
#elseif canImport(Darwin)
private let systemWrite = unsafe Darwin.write
#endif
