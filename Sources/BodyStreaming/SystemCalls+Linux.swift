#if os(Linux)
import CLinux

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension SystemCalls {
    /// Moves bytes of `input` to `output` inside the kernel.
    ///
    /// - Parameters:
    ///   - operation: One of `sendfile`, `copyFileRange` and `splice`.
    ///   - input: A regular file; its position stays where it is.
    ///   - offset: Where in `input` to start.
    ///   - output: Where the bytes go, at its position.
    ///   - count: The most bytes to move.
    /// - Returns: The number of bytes moved; 0 at the end of the file.
    /// - Throws: The error number; `EAGAIN` if `output` is full.
    package static func move(
        by operation: OutputOperation,
        from input: CInt,
        at offset: Int64,
        to output: CInt,
        count: Int
    ) throws(SystemCallError) -> Int {
        switch operation {
        case .sendfile:
            var position = off_t(offset)
            return try retrying { unsafe sendfile(output, input, &position, count) }
        case .copyFileRange:
            var position = CLongLong(offset)
            return try retrying { unsafe copy_file_range(input, &position, output, nil, count, 0) }
        case .splice:
            var position = CLongLong(offset)
            return try retrying {
                // Only the pipe doesn't wait; what another process set for it stays as it is.
                unsafe splice(input, &position, output, nil, count, clinux_SPLICE_F_NONBLOCK)
            }
        case .write, .poll:
            preconditionFailure("\(operation.rawValue) doesn't move bytes inside the kernel")
        }
    }

    /// A descriptor of its own for the pipe or device behind `descriptor`, which doesn't wait.
    ///
    /// `O_NONBLOCK` belongs to the open file, so setting it on `descriptor` would change it for
    /// every process that shares it; the new descriptor has an open file of its own.
    static func reopenNonBlocking(_ descriptor: CInt) throws(SystemCallError) -> OwnedDescriptor {
        let path = LocalPath("/proc/self/fd/\(descriptor)")
        let flags = O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        return OwnedDescriptor(
            owning: try unsafe path.withCString { name throws(SystemCallError) in
                try retrying { unsafe open(name, flags) }
            }
        )
    }
}
#else
extension SystemCalls {
    /// Refuses, so that the bytes go through the buffer.
    package static func move(
        by operation: OutputOperation,
        from input: CInt,
        at offset: Int64,
        to output: CInt,
        count: Int
    ) throws(SystemCallError) -> Int {
        preconditionFailure("\(operation.rawValue) is used on Linux only")
    }
}
#endif
