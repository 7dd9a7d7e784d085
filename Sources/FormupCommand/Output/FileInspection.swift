package import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What stands at a path.
package enum FileInspection {
    /// Whether anything stands at `path`.
    package static func exists(_ path: LocalPath) -> Bool {
        unsafe path.withCString { unsafe access($0, F_OK) } == 0
    }

    /// Why the process may not read the file at `path`; `nil` if it may.
    package static func refusalToRead(_ path: LocalPath) -> CInt? {
        unsafe path.withCString { unsafe access($0, R_OK) } == 0 ? nil : errno
    }

    /// Whether something stands at `path` that is neither a regular file nor a directory.
    package static func isSpecial(_ path: LocalPath) -> Bool {
        kind(of: path).map { $0 != S_IFREG && $0 != S_IFDIR } ?? false
    }

    /// Why the process can't put a file at `path`, or can't write to what stands there and is no
    /// file; `nil` if it can.
    package static func refusalToReplace(_ path: LocalPath) -> CInt? {
        guard !path.bytes.isEmpty else { return ENOENT }
        guard !isDirectory(path) else { return EISDIR }
        let isAllowed =
            if isSpecial(path) {
                unsafe path.withCString { unsafe access($0, W_OK) } == 0
            } else {
                unsafe folder(of: path.resolved ?? path).withCString {
                    unsafe access($0, W_OK | X_OK)
                } == 0
            }
        return isAllowed ? nil : errno
    }

    private static func folder(of path: LocalPath) -> LocalPath {
        let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { LocalPath(bytes: Array(path.bytes[...$0])) } ?? "."
    }

    /// Whether a named pipe or a socket stands at `path`, where writing waits for a reader.
    package static func isPipe(_ path: LocalPath) -> Bool {
        kind(of: path).map { $0 == S_IFIFO || $0 == S_IFSOCK } ?? false
    }

    /// Whether a directory stands at `path`.
    package static func isDirectory(_ path: LocalPath) -> Bool {
        kind(of: path) == S_IFDIR
    }

    private static func kind(of path: LocalPath) -> mode_t? {
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
        return status.st_mode & S_IFMT
    }
}
