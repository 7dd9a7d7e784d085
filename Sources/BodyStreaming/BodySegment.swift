/// A run of bytes of a ``Body`` that come from one place.
///
/// The larger cases are indirect: a form of many parts has framing for each of them, and framing
/// should take no more room than an array does.
@nonexhaustive
public enum BodySegment: Sendable {
    /// Bytes that are in memory.
    case bytes([UInt8])

    /// A region of a file, opened when its bytes are needed and closed after.
    indirect case file(FileRegion)

    /// Bytes that are computed when they are read.
    indirect case generated(any GeneratedBytes)

    /// A stream, made when its first byte is needed.
    indirect case stream(BodyStream)

    /// The exact size in bytes, or `nil` for a stream that doesn't tell its length.
    public var byteCount: Int64? {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let region): region.byteCount
        case .generated(let bytes): bytes.byteCount
        case .stream(let stream): stream.byteCount
        }
    }
}
