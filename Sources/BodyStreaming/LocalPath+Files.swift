#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension LocalPath {
    /// The path behind all symbolic links; `nil` if nothing stands there.
    package var resolved: LocalPath? {
        unsafe withCString { name in
            guard let text = unsafe realpath(name, nil) else { return nil }
            defer { unsafe free(text) }
            return unsafe LocalPath(
                bytes: UnsafeRawBufferPointer(start: text, count: strlen(text))
            )
        }
    }

    /// Gives the file at this path the path `target`, in place of what stands there.
    ///
    /// - Throws: The error number of `rename(2)`.
    package func renameFile(to target: LocalPath) throws(SystemCallError) {
        let result = unsafe withCString { from in
            unsafe target.withCString { to in unsafe rename(from, to) }
        }
        guard result == 0 else { throw SystemCallError(number: errno) }
    }

    /// Removes the file at this path, if there is one that can be removed.
    package func removeFile() {
        _ = unsafe withCString { unsafe unlink($0) }
    }
}
