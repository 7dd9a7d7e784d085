#if os(Linux)
import CLinux
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension SystemCalls {
    /// Opens a new file without a name in `directory`, for reading and writing by this user alone;
    /// child processes don't inherit the descriptor.
    static func openUnnamedFile(in directory: LocalPath) throws(SystemCallError) -> CInt {
        #if os(Linux)
        do {
            // With O_EXCL the file can't be given a name later either.
            let flags = clinux_TMPFILE | O_DIRECTORY | O_RDWR | O_EXCL | O_CLOEXEC
            return try unsafe directory.withCString { name throws(SystemCallError) in
                try retrying { unsafe open(name, flags, 0o600) }
            }
        } catch  where [EOPNOTSUPP, EISDIR, EINVAL].contains(error.number) {
            // Not every file system has unnamed files (NFS, FUSE).
        }
        #endif
        return try openUnlinkedFile(in: directory)
    }

    /// Opens a new file in `directory` and takes its name away at once.
    static func openUnlinkedFile(in directory: LocalPath) throws(SystemCallError) -> CInt {
        var name = directory.bytes.map { CChar(bitPattern: $0) }
        name += "/formup-XXXXXX".utf8CString
        return try unsafe name.withUnsafeMutableBufferPointer { buffer throws(SystemCallError) in
            guard let template = buffer.baseAddress else {
                preconditionFailure("a non-empty array has no memory")
            }
            // Its mode is 0600.
            let descriptor = try retrying { unsafe mkstemp(template) }
            _ = unsafe unlink(template)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
    }
}
