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
    /// In milliseconds.
    private static let cancellationCheckInterval: CInt = 100

    /// Writes all of `bytes`, waiting where the descriptor is full.
    ///
    /// - Throws: The error number that the system gave.
    package static func write(
        _ bytes: [UInt8],
        to descriptor: CInt
    ) throws(SystemCallError) {
        try write(bytes[...], to: descriptor)
    }

    /// Writes all of `bytes`, waiting where the descriptor is full, but not when the task is
    /// cancelled.
    ///
    /// - Throws: The error number that the system gave; `ECANCELED` if nobody took the bytes.
    package static func writeUntilCancelled(
        _ bytes: [UInt8],
        to descriptor: CInt
    ) throws(SystemCallError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            while unsafe poll(&request, 1, cancellationCheckInterval) == 0 {
                guard !Task.isCancelled else { throw SystemCallError(number: ECANCELED) }
            }
            // A pipe that has room takes that much at once.
            try write(rest.prefix(Int(PIPE_BUF)), to: descriptor)
            rest = rest.dropFirst(Int(PIPE_BUF))
        }
    }

    private static func write(
        _ bytes: ArraySlice<UInt8>,
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
