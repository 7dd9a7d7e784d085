/// A range of bytes of a regular file, with the identity that the file had when it was described.
///
/// Reading compares the file with the identity when it opens it, and again before it hands over
/// the last bytes of the region, so that a file that shrank, grew, was replaced or was written to
/// can't be sent as if it were whole. A path that is unlinked or gets another file after it was
/// opened doesn't matter: the bytes come from the file that was opened.
public struct FileRegion: Sendable, Hashable {
    /// The path as the caller gave it.
    public let path: LocalPath

    /// The bytes of the file that belong to the region; offsets are 0-based.
    public let range: Range<Int64>

    /// What the file was when the region was made; reading fails if it is something else by then.
    public let identity: FileIdentity

    /// How the file is told to have changed.
    public let changeDetection: ChangeDetection

    /// The file, if it was open already; else ``path`` is opened when its bytes are needed.
    public let openFile: OpenFile?

    /// The size of the region in bytes.
    public var byteCount: Int64 { range.upperBound - range.lowerBound }

    /// Describes bytes of the regular file at `path`, which is looked at, but not opened.
    ///
    /// - Parameters:
    ///   - path: The file; symbolic links are followed.
    ///   - range: The bytes of the file; `nil` takes all of them.
    ///   - changeDetection: How the file is told to have changed when its bytes are read.
    /// - Throws: ``BodyError/fileSystem(operation:path:errno:)`` if the file can't be looked at,
    ///   ``BodyError/unsupportedFile(path:kind:)`` if it isn't regular,
    ///   ``BodyError/rangeOutOfBounds(path:range:byteCount:)``. An empty file or range is not an
    ///   error.
    public init(
        path: LocalPath,
        range: Range<Int64>? = nil,
        changeDetection: ChangeDetection = .default
    ) throws(BodyError) {
        let status: FileStatus
        do {
            status = try SystemCalls.status(at: path)
        } catch {
            throw .fileSystem(operation: .stat, path: path, errno: error.number)
        }
        try self.init(
            path: path,
            status: status,
            range: range,
            changeDetection: changeDetection,
            openFile: nil
        )
    }

    /// Describes bytes of a regular file that is open.
    ///
    /// - Parameters:
    ///   - file: The file; it stays open at least as long as the region lives.
    ///   - range: The bytes of the file; `nil` takes all of them.
    ///   - changeDetection: How the file is told to have changed when its bytes are read.
    /// - Throws: As ``init(path:range:changeDetection:)``.
    public init(
        _ file: OpenFile,
        range: Range<Int64>? = nil,
        changeDetection: ChangeDetection = .default
    ) throws(BodyError) {
        let status: FileStatus
        do {
            status = try SystemCalls.status(of: file.descriptor)
        } catch {
            throw .fileSystem(operation: .stat, path: file.path, errno: error.number)
        }
        try self.init(
            path: file.path,
            status: status,
            range: range,
            changeDetection: changeDetection,
            openFile: file
        )
    }

    /// Describes a whole regular file of which all is known.
    package init(path: LocalPath, identity: FileIdentity) {
        self.init(
            path: path,
            range: 0..<identity.byteCount,
            identity: identity,
            changeDetection: .default,
            openFile: nil
        )
    }

    /// The region as part of `file`, which was opened at its path since.
    ///
    /// Whether it is the file that was described is found out when its bytes are read.
    package func opened(as file: OpenFile) -> FileRegion {
        FileRegion(
            path: path,
            range: range,
            identity: identity,
            changeDetection: changeDetection,
            openFile: file
        )
    }

    private init(
        path: LocalPath,
        range: Range<Int64>,
        identity: FileIdentity,
        changeDetection: ChangeDetection,
        openFile: OpenFile?
    ) {
        self.path = path
        self.range = range
        self.identity = identity
        self.changeDetection = changeDetection
        self.openFile = openFile
    }

    /// Whether the region is one that ``init(path:identity:)`` makes.
    package var isPlainFile: Bool {
        range == 0..<identity.byteCount && changeDetection == .default && openFile == nil
    }

    /// Describes bytes of a file whose status is known.
    init(
        path: LocalPath,
        status: FileStatus,
        range: Range<Int64>?,
        changeDetection: ChangeDetection,
        openFile: OpenFile?
    ) throws(BodyError) {
        if let kind = status.specialKind { throw .unsupportedFile(path: path, kind: kind) }
        let byteCount = status.identity.byteCount
        let range = range ?? 0..<byteCount
        guard range.lowerBound >= 0, range.upperBound <= byteCount else {
            throw .rangeOutOfBounds(path: path, range: range, byteCount: byteCount)
        }
        self.init(
            path: path,
            range: range,
            identity: status.identity,
            changeDetection: changeDetection,
            openFile: openFile
        )
    }

    /// Whether both are bytes of one file, so that one descriptor serves both.
    func isOfSameFile(as other: FileRegion) -> Bool {
        identity.inode == other.identity.inode && identity.device == other.identity.device
            && openFile == other.openFile && path == other.path
    }
}
