package import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Walks through a directory and those below it, file by file, in the order of their names' bytes.
///
/// Links to files count as files. Links to directories are left out, so that there are no loops, and
/// so is what is neither file nor directory.
package struct DirectoryWalk {
    /// A directory that can't be read.
    package struct Failure: Error, Sendable {
        /// The directory.
        package let path: LocalPath
        /// The platform's error number.
        package let number: CInt
    }

    /// What is still to be visited; the next entry is the last.
    private var pending: [LocalPath]

    /// Whether the root was visited, which alone is followed if it is a link.
    private var hasBegun = false

    /// Creates a walk below `root`.
    package init(_ root: LocalPath) {
        pending = [root]
    }

    /// Whether there is a directory at `path`, or a link to one.
    package static func isDirectory(_ path: LocalPath) -> Bool {
        kind(of: path, followsLinks: true) == S_IFDIR
    }

    /// The next file, or a directory that can't be read, or `nil` at the end.
    package mutating func next() -> Result<LocalPath, Failure>? {
        while let path = pending.popLast() {
            let isRoot = !hasBegun
            hasBegun = true
            switch Self.kind(of: path, followsLinks: isRoot) {
            case S_IFDIR:
                if let failure = enter(path) { return .failure(failure) }
            case S_IFREG:
                return .success(path)
            case S_IFLNK where Self.kind(of: path, followsLinks: true) == S_IFREG:
                return .success(path)
            case nil:
                return .failure(Failure(path: path, number: ENOENT))
            default:
                break
            }
        }
        return nil
    }

    /// Puts the entries of the directory at `path` in front of what is pending.
    private mutating func enter(_ path: LocalPath) -> Failure? {
        guard let directory = unsafe path.withCString({ unsafe opendir($0) }) else {
            return Failure(path: path, number: errno)
        }
        defer { unsafe _ = closedir(directory) }
        var prefix = path.bytes
        if prefix.last != UInt8(ascii: "/") { prefix.append(UInt8(ascii: "/")) }
        var entries: [LocalPath] = []
        errno = 0
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 1) { start in
                    unsafe UnsafeRawBufferPointer(start: start, count: strlen(start)).map { $0 }
                }
            }
            guard name != Array(".".utf8), name != Array("..".utf8) else { continue }
            entries.append(LocalPath(bytes: prefix + name))
        }
        guard errno == 0 else { return Failure(path: path, number: errno) }
        pending += entries.sorted { $1.bytes.lexicographicallyPrecedes($0.bytes) }
        return nil
    }

    private static func kind(of path: LocalPath, followsLinks: Bool) -> mode_t? {
        var status = stat()
        let result = unsafe path.withCString { text in
            unsafe followsLinks ? stat(text, &status) : lstat(text, &status)
        }
        return result == 0 ? status.st_mode & S_IFMT : nil
    }
}
