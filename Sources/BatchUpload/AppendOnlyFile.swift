internal import BodyStreaming

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file to which whole lines are appended, by one process at a time.
final class AppendOnlyFile: Sendable {
    private let descriptor: CInt

    /// Whether it is a regular file: a device or pipe has no size and no lock.
    private let isRegular: Bool

    /// Opens the file at `path` or creates it, for its owner alone.
    init(path: LocalPath) throws(BatchError) {
        let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY
        var status = stat()
        do throws(SystemCallError) {
            descriptor = try unsafe path.withCString { name throws(SystemCallError) in
                try SystemCalls.retrying { unsafe open(name, flags, mode_t(0o600)) }
            }
        } catch {
            throw .journal(operation: .open, path: path, errno: error.number)
        }
        isRegular = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        // The object is whole by now: its end closes the file, also after an error.
        if isRegular, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            throw .journalInUse(path: path)
        }
    }

    deinit {
        close(descriptor)
    }

    /// The first bytes of a regular file, `count` at most, up to the end of the first line; that end
    /// alone if the line is empty.
    func beginning(_ count: Int) throws(SystemCallError) -> [UInt8] {
        guard isRegular else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try SystemCalls.retrying { unsafe pread(descriptor, &bytes, count, 0) }
        let line = bytes[..<read].prefix { $0 != UInt8(ascii: "\n") }
        return Array(line.isEmpty ? bytes[..<read].prefix(1) : line)
    }

    /// Whether the last byte is there and ends no line.
    func endsInsideLine() throws(SystemCallError) -> Bool {
        guard isRegular else { return false }
        let size = try byteCount()
        guard size > 0 else { return false }
        var last: UInt8 = 0
        let count = try SystemCalls.retrying { unsafe pread(descriptor, &last, 1, size - 1) }
        return count == 1 && last != UInt8(ascii: "\n")
    }

    /// Appends `bytes`, all of them or none.
    func append(_ bytes: [UInt8]) throws(SystemCallError) {
        var written = 0
        while written < bytes.count {
            do {
                written += try SystemCalls.retrying {
                    unsafe bytes.withUnsafeBytes { memory in
                        let rest = unsafe UnsafeRawBufferPointer(rebasing: memory[written...])
                        return unsafe write(descriptor, rest.baseAddress, rest.count)
                    }
                }
            } catch {
                if isRegular, written > 0 { takeBack(written) }
                throw error
            }
        }
    }

    /// Brings what was written to the disk, and checks that the file still has a name there.
    func synchronize() throws(SystemCallError) {
        guard isRegular else { return }
        _ = try SystemCalls.retrying { fsync(descriptor) }
        var status = stat()
        _ = try SystemCalls.retrying { unsafe fstat(descriptor, &status) }
        guard status.st_nlink > 0 else { throw SystemCallError(number: ENOENT) }
    }

    /// Removes the last bytes again, so that no part of a line stays; the lock keeps others away.
    private func takeBack(_ count: Int) {
        guard let size = try? byteCount() else { return }
        _ = try? SystemCalls.retrying { ftruncate(descriptor, size - off_t(count)) }
    }

    private func byteCount() throws(SystemCallError) -> off_t {
        try SystemCalls.retrying { lseek(descriptor, 0, SEEK_END) }
    }
}
