package import BodyStreaming
import Foundation

/// Changes that tests make to files behind the back of what reads them.
extension LocalPath {
    /// Cuts the file, or fills it up with zeros.
    package func truncate(to byteCount: Int64) {
        let result = unsafe withCString { unsafe Foundation.truncate($0, off_t(byteCount)) }
        precondition(result == 0)
    }

    /// Overwrites one byte.
    package func overwrite(at offset: Int64, with byte: UInt8) {
        let descriptor = openForWriting()
        let result = unsafe withUnsafePointer(to: byte) {
            unsafe pwrite(descriptor, $0, 1, off_t(offset))
        }
        precondition(result == 1)
        close(descriptor)
    }

    /// Sets the modification time, in nanoseconds since 1970.
    package func setModificationTime(_ nanoseconds: Int64) {
        let time = timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000),
            tv_nsec: Int(nanoseconds % 1_000_000_000)
        )
        let result = unsafe withCString { unsafe utimensat(AT_FDCWD, $0, [time, time], 0) }
        precondition(result == 0)
    }

    /// Sets the permissions.
    package func setMode(_ mode: UInt32) {
        let result = unsafe withCString { unsafe chmod($0, mode_t(mode)) }
        precondition(result == 0)
    }

    /// Removes the name.
    package func remove() {
        let result = unsafe withCString { unsafe unlink($0) }
        precondition(result == 0)
    }

    /// Puts the file in the place of the one at `path`.
    package func replace(_ path: LocalPath) {
        let result = unsafe withCString { old in
            unsafe path.withCString { new in unsafe rename(old, new) }
        }
        precondition(result == 0)
    }

    /// Makes a named pipe.
    package func makePipe() {
        let result = unsafe withCString { unsafe mkfifo($0, 0o600) }
        precondition(result == 0)
    }

    /// Opens the file for reading and writing; a regular file is created.
    package func openForWriting(_ flags: CInt = O_RDWR | O_CREAT) -> CInt {
        let descriptor = unsafe withCString { unsafe open($0, flags | O_CLOEXEC, 0o600) }
        precondition(descriptor >= 0)
        return descriptor
    }
}
