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
    // Small enough for an existential's own room, so that sniffing a file allocates nothing.
    private let start: Int64
    private let end: Int64
    private let descriptor: CInt

    /// Creates a source of the `range` of the file that `descriptor` is open on; `nil` is all of it.
    public init(descriptor: CInt, range: Range<Int64>? = nil) {
        self.descriptor = descriptor
        start = range?.lowerBound ?? 0
        end = range?.upperBound ?? .max
    }

    /// The size in bytes; that of a whole file is asked from the system, if it is a regular one.
    public var byteCount: Int64? {
        if end < .max { return end - start }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }

    /// Reads once with `pread(2)`.
    ///
    /// - Parameters:
    ///   - offset: The position of the first byte, from the start of the range.
    ///   - output: The memory that takes the bytes.
    /// - Throws: ``ImageSniffingError/read(offset:errno:)`` if the system refuses.
    public func read(
        at offset: Int64,
        into output: inout OutputSpan<UInt8>
    ) throws(ImageSniffingError) {
        let (position, overflow) = start.addingReportingOverflow(offset)
        guard !overflow, position < end else { return }
        var failure: CInt = 0
        unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
            let limit = Int(min(Int64(buffer.count - initializedCount), end - position))
            var count = 0
            repeat {
                count = unsafe pread(
                    descriptor,
                    buffer.baseAddress?.advanced(by: initializedCount),
                    limit,
                    off_t(position)
                )
            } while count < 0 && errno == EINTR
            if count < 0 { failure = errno } else { initializedCount += count }
        }
        guard failure == 0 else { throw .read(offset: position, errno: failure) }
    }
}
