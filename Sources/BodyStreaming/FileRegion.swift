/// A range of bytes of a regular file, with the identity that the file had when it was described.
public struct FileRegion: Sendable, Hashable {
    /// The path as the caller gave it.
    public let path: LocalPath

    /// The bytes of the file that belong to the region; offsets are 0-based.
    public let range: Range<Int64>

    /// What the file was when the region was made; reading fails if it is something else by then.
    public let identity: FileIdentity

    /// The size of the region in bytes.
    public var byteCount: Int64 { range.upperBound - range.lowerBound }
}
