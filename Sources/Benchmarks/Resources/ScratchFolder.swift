import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder for what is made to be measured.
final class ScratchFolder: Sendable {
    /// Where it is.
    let path: LocalPath

    /// Makes a folder in `parent`, or where the environment says temporary files go.
    init(in parent: LocalPath?) throws(BenchmarkFailure) {
        let standard = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        let parent = parent ?? LocalPath(standard)
        var template = (parent.bytes + Array("/formup-bench-XXXXXX\0".utf8))
            .map { CChar(bitPattern: $0) }
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let name = buffer.baseAddress else { return false }
            return unsafe mkdtemp(name) != nil
        }
        guard isMade else { throw .failure("\(parent): \(SystemErrorText.words(for: errno))") }
        path = LocalPath(bytes: template.map { UInt8(bitPattern: $0) })
    }

    /// The path of what is called `name` in the folder.
    func file(_ name: String) -> LocalPath {
        LocalPath(bytes: path.bytes + "/\(name)".utf8)
    }

    /// Makes a folder called `name` and returns its path.
    func makeFolder(_ name: String) throws(BenchmarkFailure) -> LocalPath {
        let path = file(name)
        guard unsafe path.withCString({ unsafe mkdir($0, 0o700) }) == 0 else {
            throw .failure("\(path): \(SystemErrorText.words(for: errno))")
        }
        return path
    }

    /// Removes the folder and all that is in it.
    func remove() {
        Self.remove(path)
    }

    private static func remove(_ path: LocalPath) {
        guard unsafe path.withCString({ unsafe unlink($0) }) != 0 else { return }
        guard let folder = unsafe path.withCString({ unsafe opendir($0) }) else { return }
        defer { _ = unsafe path.withCString { unsafe rmdir($0) } }
        defer { unsafe closedir(folder) }
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe bytes.prefix { $0 != 0 }.map { $0 }
            }
            guard name != Array(".".utf8), name != Array("..".utf8) else { continue }
            remove(LocalPath(bytes: path.bytes + "/".utf8 + name))
        }
    }
}
