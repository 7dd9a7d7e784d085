import BodyStreaming
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder for files that are needed for a while.
final class TemporaryFolder: Sendable {
    /// Where it is.
    let path: LocalPath

    private let files = Mutex<[LocalPath]>([])

    /// Makes a folder in the one that the environment names for temporary files.
    init() throws(CommandFailure) {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/formup-demo-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let name = buffer.baseAddress else { return false }
            return unsafe mkdtemp(name) != nil
        }
        guard isMade else { throw .failure("\(parent): \(SystemErrorText.words(for: errno))") }
        path = LocalPath(bytes: template.map { UInt8(bitPattern: $0) })
        TemporaryFiles.insert(path)
    }

    /// Writes a file into the folder.
    ///
    /// - Returns: The path of the file.
    func write(_ bytes: [UInt8], as name: String) throws(CommandFailure) -> LocalPath {
        let filePath = LocalPath(bytes: path.bytes + "/\(name)".utf8)
        TemporaryFiles.insert(filePath)
        files.withLock { $0.append(filePath) }
        let file = try OutputFile(filePath)
        try file.write(bytes)
        try file.commit()
        return filePath
    }

    /// Removes the files that were written, and the folder.
    func remove() {
        for file in files.withLock({ $0 }) { TemporaryFiles.remove(file) }
        TemporaryFiles.remove(path)
    }
}
