extension Body {
    /// Creates a body of the file at `path`.
    ///
    /// A regular file becomes a ``FileRegion``. A pipe, a terminal or another character device
    /// becomes a stream of unknown length that can be read once; so does what `/dev/stdin` and
    /// `/dev/fd/N` stand for, if it isn't a regular file, and a file that calls itself empty but
    /// isn't, as most of those below `/proc` do.
    ///
    /// - Parameters:
    ///   - path: The file; symbolic links are followed.
    ///   - range: The bytes of a regular file; `nil` takes all of them.
    /// - Throws: As ``FileRegion/init(path:range:changeDetection:)``; a `range` of a file that isn't
    ///   regular is ``BodyError/unsupportedFile(path:kind:)``.
    public init(file path: LocalPath, range: Range<Int64>? = nil) throws(BodyError) {
        let status: FileStatus
        do {
            status = try SystemCalls.status(at: path)
        } catch {
            throw .fileSystem(operation: .stat, path: path, errno: error.number)
        }
        switch status.specialKind {
        case .pipe where range == nil, .characterDevice where range == nil:
            self.init(.pipe(path: path))
        case .socket where range == nil && path.standardDescriptor != nil:
            self.init(.pipe(path: path))
        case nil where range == nil && status.identity.byteCount == 0 && Self.hasBytes(path):
            self.init(.pipe(path: path))
        default:
            let region = try FileRegion(
                path: path,
                status: status,
                range: range,
                changeDetection: .default,
                openFile: nil
            )
            self.init(region)
        }
    }

    /// Whether anything can be read from the file at `path`; one that can't be opened has nothing
    /// yet.
    private static func hasBytes(_ path: LocalPath) -> Bool {
        guard let file = try? SystemCalls.openForReading(path, isNonBlocking: true) else {
            return false
        }
        return unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { memory in
            let count = try? unsafe SystemCalls.read(file.rawValue, at: 0, into: memory)
            return count == 1
        }
    }
}

extension LocalPath {
    /// The number of the descriptor that the path stands for, as `/dev/fd/63` does; else `nil`.
    var standardDescriptor: CInt? {
        switch string {
        case "/dev/stdin": return 0
        case let path:
            for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
                return CInt(path.dropFirst(prefix.count))
            }
            return nil
        }
    }
}
