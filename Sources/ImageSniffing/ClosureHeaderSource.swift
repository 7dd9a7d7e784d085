/// A source of bytes that calls a closure, for whatever else can be read at any position.
public struct ClosureHeaderSource<Failure: Error>: HeaderSource {
    /// Appends bytes from an offset on; none if the file ends there.
    public typealias Read = (Int64, inout OutputSpan<UInt8>) throws(Failure) -> Void

    /// The size in bytes, if it is known.
    public let byteCount: Int64?

    private let readBytes: Read

    /// Creates a source of `byteCount` bytes, if that is known, that `read` gives.
    public init(byteCount: Int64? = nil, read: @escaping Read) {
        self.byteCount = byteCount
        self.readBytes = read
    }

    /// Calls the closure.
    ///
    /// - Parameters:
    ///   - offset: The position of the first byte, from the start of the file.
    ///   - output: The memory that takes the bytes.
    /// - Throws: The closure's error.
    public func read(at offset: Int64, into output: inout OutputSpan<UInt8>) throws(Failure) {
        try readBytes(offset, &output)
    }
}
