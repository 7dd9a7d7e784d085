#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The bytes of an open file, or of a range of them.
///
/// The descriptor belongs to the caller; reads are by position and don't move it.
public struct FileHeaderSource: HeaderSource {
    private let descriptor: CInt
    private let range: Range<Int64>?

    /// Creates a source of the `range` of the file that `descriptor` is open on; `nil` is all of it.
    public init(descriptor: CInt, range: Range<Int64>? = nil) {
        self.descriptor = descriptor
        self.range = range
    }

    /// The size in bytes; that of a whole file is asked from the system, if it is a regular one.
    public var byteCount: Int64? {
        if let range { return range.upperBound - range.lowerBound }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }

    /// Reads with `pread(2)`.
    ///
    /// - Parameters:
    ///   - offset: The position of the first byte, from the start of the range.
    ///   - output: The memory that takes the bytes.
    /// - Throws: ``ImageSniffingError/read(offset:errno:)`` if the system refuses.
    public func read(
        at offset: Int64,
        into output: inout OutputSpan<UInt8>
    ) throws(ImageSniffingError) {
        let start = (range?.lowerBound ?? 0) + offset
        let available = range.map { max($0.upperBound - start, 0) } ?? .max
        var failure: CInt = 0
        unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
            let limit = Int(min(Int64(buffer.count), available))
            while initializedCount < limit {
                let count = unsafe pread(
                    descriptor,
                    buffer.baseAddress?.advanced(by: initializedCount),
                    limit - initializedCount,
                    off_t(start) + off_t(initializedCount)
                )
                if count > 0 {
                    initializedCount += count
                    // A file that gave less than was asked for has ended, or will say so next.
                    if count < limit { continue }
                }
                if count == 0 { return }
                if count < 0, errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        guard failure == 0 else { throw .read(offset: start, errno: failure) }
    }
}
