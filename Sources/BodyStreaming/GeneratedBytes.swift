/// Bytes that are computed when they are read, instead of being held in memory.
///
/// A conforming type gives the same bytes at the same offset every time.
public protocol GeneratedBytes: Sendable {
    /// The exact size in bytes.
    var byteCount: Int64 { get }

    /// Appends the bytes from `offset` on to `output`, until it is full or the bytes end.
    ///
    /// - Parameters:
    ///   - offset: A position from 0 to ``byteCount``.
    ///   - output: Where the bytes go.
    func read(at offset: Int64, into output: inout OutputSpan<UInt8>)
}
