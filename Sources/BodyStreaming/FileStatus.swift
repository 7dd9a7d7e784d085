#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the system tells of a file: which one it is, in which state, and of what kind.
struct FileStatus: Sendable {
    /// Which file it is, its size and when it was modified.
    let identity: FileIdentity

    /// The kind of file; `nil` if it is a regular one.
    let specialKind: FileKind?

    init(_ status: stat) {
        #if canImport(Darwin)
        let modification = status.st_mtimespec
        #else
        let modification = status.st_mtim
        #endif
        // Seconds past the year 2262 don't fit; wrapping keeps them comparable.
        let nanoseconds = Int64(modification.tv_sec) &* 1_000_000_000 &+ Int64(modification.tv_nsec)
        identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(status.st_ino),
            byteCount: Int64(status.st_size),
            modificationNanoseconds: nanoseconds
        )
        specialKind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: nil
            case S_IFDIR: .directory
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            case S_IFCHR: .characterDevice
            case S_IFBLK: .blockDevice
            default: .unknown
            }
    }
}
