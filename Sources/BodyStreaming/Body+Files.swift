extension Body {
    /// Creates a body of the file at `path`.
    ///
    /// A regular file becomes a ``FileRegion``. A pipe, a terminal or another character device
    /// becomes a stream of unknown length that can be read once; so does what `/dev/stdin` and
    /// `/dev/fd/N` stand for, if it isn't a regular file.
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
