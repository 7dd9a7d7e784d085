/// How ``Body/write(to:via:)`` moves the bytes of files.
@nonexhaustive
public enum WriteWay: Sendable, Hashable {
    /// The cheapest way for the kind of descriptor: a buffer for a file, `splice` for a pipe, and
    /// for a socket what costs less processor time while it is being written to.
    case automatic

    /// The kernel moves the bytes (`copy_file_range`, `sendfile`, `splice`) wherever it can.
    ///
    /// Files that are parts of a form start at offsets that no file system can share blocks at, so
    /// `copy_file_range` copies here too, as `FICLONERANGE` would refuse to; it isn't cheaper than a
    /// buffer.
    ///
    /// What `sendfile` and `splice` send are the pages of the file, not copies: a write to the file
    /// reaches the receiver even after the last check, as long as the bytes wait in the buffer of
    /// the socket or pipe. ``copy`` has no such gap.
    case kernel

    /// All bytes go through a buffer of this process.
    case copy
}
