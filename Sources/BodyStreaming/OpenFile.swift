/// An open regular file that may have no name any more, shared by all regions of it.
///
/// The descriptor is closed when the last region or other holder of the file goes away.
public final class OpenFile: Sendable {
    /// What stands for the file in messages; need not exist.
    public let path: LocalPath

    private let owned: OwnedDescriptor

    /// Takes over an open descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor that is open for reading; the caller doesn't close it.
    ///   - path: What stands for the file in messages.
    public init(owning descriptor: CInt, path: LocalPath) {
        owned = OwnedDescriptor(owning: descriptor)
        self.path = path
    }

    /// Opens the file at `path` for reading, without waiting for a writer, should it be a pipe.
    ///
    /// - Throws: ``BodyError/fileSystem(operation:path:errno:)``.
    package init(_ path: LocalPath) throws(BodyError) {
        do {
            owned = try SystemCalls.openForReading(path, isNonBlocking: true)
        } catch {
            throw .fileSystem(operation: .open, path: path, errno: error.number)
        }
        self.path = path
    }

    /// The descriptor; it is open as long as this object lives.
    public var descriptor: CInt { owned.rawValue }
}

extension OpenFile: Hashable {
    /// Whether both are the same object.
    public static func == (left: OpenFile, right: OpenFile) -> Bool { left === right }

    /// Hashes which object this is.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
