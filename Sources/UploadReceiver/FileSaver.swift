package import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes one received file under a name that was free.
///
/// A file that isn't kept is removed when its saver goes away, so that no torn file stays.
package struct FileSaver: ~Copyable {
    /// Where the file is.
    package let path: LocalPath

    private let descriptor: OwnedDescriptor
    private var isKept = false

    /// Creates a file in `directory` whose name is made from `filename`.
    ///
    /// Never writes to what exists: a number is added to a name that is taken.
    ///
    /// - Throws: The error number of `open(2)`.
    package init(directory: LocalPath, filename: String) throws(SystemCallError) {
        let name = SafeFileName.make(from: filename)
        var number = 0
        while true {
            let candidate = number == 0 ? name : SafeFileName.numbered(name, number)
            let path = LocalPath(bytes: directory.bytes + "/".utf8 + candidate.utf8)
            do throws(SystemCallError) {
                descriptor = try Self.create(path)
                self.path = path
                return
            } catch  where error.number == EEXIST && number < Self.maximumNumber {
                number += 1
            }
        }
    }

    /// Appends `bytes` to the file.
    package mutating func write(_ bytes: Span<UInt8>) throws(SystemCallError) {
        try unsafe bytes.withUnsafeBytes { buffer throws(SystemCallError) in
            var offset = 0
            while offset < buffer.count {
                offset += try unsafe SystemCalls.write(
                    descriptor.rawValue,
                    UnsafeRawBufferPointer(rebasing: buffer[offset...])
                )
            }
        }
    }

    /// Lets the file stay.
    package mutating func keep() {
        isKept = true
    }

    deinit {
        guard !isKept else { return }
        path.removeFile()
    }

    private static let maximumNumber = 100_000

    private static func create(_ path: LocalPath) throws(SystemCallError) -> OwnedDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = try unsafe path.withCString { name throws(SystemCallError) in
            try SystemCalls.retrying { unsafe open(name, flags, 0o644) }
        }
        return OwnedDescriptor(owning: descriptor)
    }
}

/// The folder that received files are saved in.
package enum SaveDirectory {
    /// Makes sure that `path` is a folder; makes it, and those that it is in, if they aren't there.
    ///
    /// - Throws: The error number of `mkdir(2)` or `open(2)`.
    package static func prepare(_ path: LocalPath) throws(SystemCallError) {
        do throws(SystemCallError) {
            try make(path)
        } catch  where error.number == ENOENT {
            guard let parent = parent(of: path) else { throw error }
            try prepare(parent)
            try make(path)
        } catch  where error.number == EEXIST {
            // With O_DIRECTORY, what exists but is no folder fails.
            let descriptor = try unsafe path.withCString { name throws(SystemCallError) in
                try SystemCalls.retrying { unsafe open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            }
            _ = OwnedDescriptor(owning: descriptor)
        }
    }

    private static func make(_ path: LocalPath) throws(SystemCallError) {
        _ = try unsafe path.withCString { name throws(SystemCallError) in
            try SystemCalls.retrying { unsafe mkdir(name, 0o755) }
        }
    }

    /// What stands before the last component, if there is something.
    private static func parent(of path: LocalPath) -> LocalPath? {
        let slash = UInt8(ascii: "/")
        let bytes = path.bytes[..<(path.bytes.lastIndex { $0 != slash }.map { $0 + 1 } ?? 0)]
        guard let end = bytes.lastIndex(of: slash), end > 0 else { return nil }
        return LocalPath(bytes: bytes[..<end])
    }
}
