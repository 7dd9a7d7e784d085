package import BodyStreaming
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The files and folders that must not stay behind, whichever way the command ends.
package enum TemporaryFiles {
    private static let paths = Mutex<Set<LocalPath>>([])

    /// Notes a file or a folder.
    package static func insert(_ path: LocalPath) {
        paths.withLock { _ = $0.insert(path) }
    }

    /// Removes a file or an empty folder, if it is still there.
    package static func remove(_ path: LocalPath) {
        _ = unsafe path.withCString { name in
            unsafe unlink(name) == 0 || rmdir(name) == 0
        }
        paths.withLock { _ = $0.remove(path) }
    }

    /// Forgets a file that was not made.
    package static func forget(_ path: LocalPath) {
        paths.withLock { _ = $0.remove(path) }
    }

    /// Removes all files, and then the folders.
    package static func removeAll() {
        let paths = paths.withLock { $0 }
        // What is in a folder has a longer path.
        for path in paths.sorted(by: { $0.bytes.count > $1.bytes.count }) { remove(path) }
    }
}
