package import BodyStreaming
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The files that must not stay behind, whichever way the command ends.
package enum TemporaryFiles {
    private static let paths = Mutex<Set<LocalPath>>([])

    /// Notes a file.
    package static func insert(_ path: LocalPath) {
        paths.withLock { _ = $0.insert(path) }
    }

    /// Removes a file, if it is still there.
    package static func remove(_ path: LocalPath) {
        _ = unsafe path.withCString { unsafe unlink($0) }
        paths.withLock { _ = $0.remove(path) }
    }

    /// Removes all files.
    package static func removeAll() {
        for path in paths.withLock({ $0 }) { remove(path) }
    }
}
