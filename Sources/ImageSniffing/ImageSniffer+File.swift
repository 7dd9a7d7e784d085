#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension ImageSniffer {
    /// Answers from the file at `path`: one open, most often one read, one close.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: What the file's first bytes say.
    /// - Throws: ``ImageSniffingError`` if the file can't be opened or read; directories and pipes
    ///   can't.
    public func sniff(fileAt path: String) throws(ImageSniffingError) -> SniffResult {
        try withDescriptor(path) { descriptor throws(ImageSniffingError) in
            try sniff(from: FileHeaderSource(descriptor: descriptor))
        }
    }

    /// Answers from an open file, whose position stays where it is.
    ///
    /// - Parameter descriptor: The file; it belongs to the caller.
    /// - Returns: What the file's first bytes say.
    /// - Throws: ``ImageSniffingError/read(offset:errno:)`` if the file can't be read.
    public func sniff(descriptor: CInt) throws(ImageSniffingError) -> SniffResult {
        try sniff(from: FileHeaderSource(descriptor: descriptor))
    }

    /// Answers from the file at `path`, whose bytes need not be UTF-8.
    ///
    /// - Parameter path: The path of the file, ended by a NUL.
    /// - Returns: What the file's first bytes say.
    /// - Throws: ``ImageSniffingError`` if the file can't be opened or read; directories and pipes
    ///   can't.
    @unsafe
    public func sniff(
        fileAt path: UnsafePointer<CChar>
    ) throws(ImageSniffingError) -> SniffResult {
        let descriptor = unsafe openForReading(path)
        guard descriptor >= 0 else { throw .open(errno: -descriptor) }
        defer { closeDescriptor(descriptor) }
        return try sniff(from: FileHeaderSource(descriptor: descriptor))
    }
}

/// Runs `body` with the file at `path` open.
func withDescriptor<Value>(
    _ path: String,
    _ body: (CInt) throws(ImageSniffingError) -> Value
) throws(ImageSniffingError) -> Value {
    // An implicit conversion to a C string would copy the path to the heap.
    let descriptor = unsafe path.withCString { unsafe openForReading($0) }
    guard descriptor >= 0 else { throw .open(errno: -descriptor) }
    defer { closeDescriptor(descriptor) }
    return try body(descriptor)
}

/// Opens without waiting, so that a pipe without a writer doesn't hold the caller up.
///
/// A negative result is the negated error number.
private func openForReading(_ path: UnsafePointer<CChar>) -> CInt {
    while true {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if descriptor >= 0 { return descriptor }
        guard errno == EINTR else { return -errno }
    }
}

private func closeDescriptor(_ descriptor: CInt) {
    _ = close(descriptor)
}
