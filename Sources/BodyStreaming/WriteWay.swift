/// How ``Body/write(to:via:)`` moves the bytes of files.
@nonexhaustive
public enum WriteWay: Sendable, Hashable {
    /// The cheapest way for the kind of descriptor, found by measurement.
    case automatic

    /// The kernel moves the bytes (`copy_file_range`, `sendfile`, `splice`) wherever it can.
    ///
    /// Files that are parts of a form start at offsets that no file system can share blocks at, so
    /// `copy_file_range` copies here too, as `FICLONERANGE` would refuse to; it isn't cheaper than a
    /// buffer.
    case kernel

    /// All bytes go through a buffer of this process.
    case copy
}
