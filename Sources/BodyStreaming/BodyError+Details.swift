/// A system call on a file that a body reads.
public enum FileOperation: String, Sendable, Hashable {
    /// `open(2)`.
    case open
    /// `fstat(2)` or `stat(2)`.
    case stat
    /// `read(2)` or `pread(2)`.
    case read
}

/// A system call on a descriptor that a body is written to.
public enum OutputOperation: String, Sendable, Hashable {
    /// `write(2)` or `send(2)`.
    case write
    /// `sendfile(2)`.
    case sendfile
    /// `copy_file_range(2)`.
    case copyFileRange = "copy_file_range"
    /// `splice(2)`.
    case splice
    /// `poll(2)`, while a non-blocking descriptor was full.
    case poll
}

/// A kind of file that isn't regular.
public enum FileKind: String, Sendable, Hashable {
    /// A directory.
    case directory
    /// A named or unnamed pipe.
    case pipe
    /// A socket.
    case socket
    /// A character device, for example a terminal.
    case characterDevice = "character device"
    /// A block device, for example a disk.
    case blockDevice = "block device"
    /// None of the others.
    case unknown = "special file"
}

/// How a file differs from what was laid out; sizes in bytes.
public enum FileChange: Sendable, Hashable {
    /// The file is smaller than it was.
    case shrank(from: Int64, to: Int64)
    /// The file is larger than it was.
    case grew(from: Int64, to: Int64)
    /// Another file stands at the path.
    case replaced
    /// The file has the same size, but was written to.
    case modified
}
