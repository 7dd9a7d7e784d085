package import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that appears at its path when it is whole, or not at all.
///
/// The bytes go to a temporary file in the same folder, which takes the path's place when it is
/// committed and is removed otherwise. What stands at the path and is no regular file, for example
/// a device or a named pipe, is written to directly.
package struct OutputFile: ~Copyable {
    /// Where the bytes go.
    package let descriptor: CInt

    private let path: LocalPath
    private let temporary: LocalPath?
    private var isOpen = true

    /// Creates the temporary file.
    ///
    /// - Parameters:
    ///   - path: Where the file appears.
    ///   - mode: Who may do what with it, as far as the process's mask allows.
    /// - Throws: A usage error that names the path.
    package init(_ path: LocalPath, mode: UInt32 = 0o666) throws(CommandFailure) {
        guard !FileInspection.isDirectory(path) else { throw Self.failure(of: path, EISDIR) }
        let temporary = FileInspection.isSpecial(path) ? nil : Self.temporaryPath(beside: path)
        let flags = temporary == nil ? O_WRONLY : O_RDWR | O_CREAT | O_EXCL
        // Noted before it is there: a signal may come in between.
        if let temporary { TemporaryFiles.insert(temporary) }
        do throws(SystemCallError) {
            descriptor = try unsafe (temporary ?? path).withCString {
                name throws(SystemCallError) in
                try SystemCalls.retrying { unsafe open(name, flags | O_CLOEXEC, mode_t(mode)) }
            }
        } catch {
            if let temporary { TemporaryFiles.forget(temporary) }
            throw Self.failure(of: path, error.number)
        }
        self.path = path
        self.temporary = temporary
    }

    /// A new name in the folder of `path`; behind a symbolic link, of what it names, so that the
    /// link stays.
    private static func temporaryPath(beside path: LocalPath) -> LocalPath {
        let target = path.resolved ?? path
        let folderEnd = target.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let name = ".formup-\(String(UInt64.random(in: 0 ... .max), radix: 36)).partial"
        return LocalPath(bytes: target.bytes[..<folderEnd] + Array(name.utf8))
    }

    private static func failure(of path: LocalPath, _ number: CInt) -> CommandFailure {
        .usage("\(path): \(SystemErrorText.words(for: number))")
    }

    /// Writes all of `bytes` behind what is there.
    ///
    /// - Throws: A failure that names the path.
    package func write(_ bytes: [UInt8]) throws(CommandFailure) {
        do {
            try DescriptorOutput.write(bytes, to: descriptor)
        } catch {
            throw .failure("\(path): \(SystemErrorText.words(for: error.number))")
        }
    }

    /// Ends the writing: some file systems tell only here that there was no room.
    ///
    /// - Throws: A failure that names the path.
    package mutating func close() throws(CommandFailure) {
        guard isOpen else { return }
        isOpen = false
        // A close that was interrupted has closed the file all the same.
        guard closeDescriptor(descriptor) == 0 || errno == EINTR else {
            throw .failure("\(path): \(SystemErrorText.words(for: errno))")
        }
    }

    /// Puts the file at its path.
    ///
    /// - Throws: A failure that names the path; the file is removed then.
    package consuming func commit() throws(CommandFailure) {
        try close()
        guard let temporary else { return }
        let target = path.resolved ?? path
        do throws(SystemCallError) {
            try temporary.renameFile(to: target)
        } catch {
            throw .failure("\(path): \(SystemErrorText.words(for: error.number))")
        }
    }

    deinit {
        if isOpen { _ = closeDescriptor(descriptor) }
        // After a commit nothing stands there any more.
        if let temporary { TemporaryFiles.remove(temporary) }
    }
}

// Inside of the type the name of its method hides that of the C library.
private func closeDescriptor(_ descriptor: CInt) -> CInt { close(descriptor) }
