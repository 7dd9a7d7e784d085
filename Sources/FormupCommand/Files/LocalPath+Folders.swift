package import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension LocalPath {
    /// The current folder with a slash behind it; empty if there is none any more.
    package static var currentFolder: LocalPath {
        guard let text = unsafe getcwd(nil, 0) else { return "" }
        defer { unsafe free(text) }
        return unsafe LocalPath(bytes: ArgumentVector.bytes(of: text) + [UInt8(ascii: "/")])
    }

    /// All up to the last slash; empty without one.
    package var folder: LocalPath {
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        return LocalPath(bytes: slash.map { bytes[...$0] } ?? [])
    }

    /// The path behind that of a folder, which ends with a slash, unless it is absolute.
    package func relative(to folder: LocalPath) -> LocalPath {
        bytes.first == UInt8(ascii: "/") || folder.bytes.isEmpty
            ? self : LocalPath(bytes: folder.bytes + bytes)
    }
}
