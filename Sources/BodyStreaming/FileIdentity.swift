/// What tells one state of a file from another: taken when a body is laid out and compared when
/// its bytes are read.
public struct FileIdentity: Sendable, Hashable {
    /// The number of the device that holds the file.
    public var device: UInt64

    /// The number of the file on its device.
    public var inode: UInt64

    /// The size of the whole file in bytes.
    public var byteCount: Int64

    /// The time of the last modification, in nanoseconds since 1970.
    public var modificationNanoseconds: Int64

    /// Creates an identity.
    public init(device: UInt64, inode: UInt64, byteCount: Int64, modificationNanoseconds: Int64) {
        self.device = device
        self.inode = inode
        self.byteCount = byteCount
        self.modificationNanoseconds = modificationNanoseconds
    }
}
