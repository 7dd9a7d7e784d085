#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a body is kept in a temporary file, and how large it may be.
public struct SpoolOptions: Sendable, Hashable {
    /// The folder on whose file system the file is made.
    public var directory: LocalPath

    /// The most bytes the file may take; `nil` for no limit.
    public var byteCountLimit: Int64?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - directory: The folder; `nil` takes what the environment variable `TMPDIR` names, or
    ///     `/tmp`.
    ///   - byteCountLimit: The most bytes the file may take; `nil` for no limit.
    public init(directory: LocalPath? = nil, byteCountLimit: Int64? = nil) {
        self.directory = directory ?? Self.environmentDirectory ?? "/tmp"
        self.byteCountLimit = byteCountLimit
    }

    private static var environmentDirectory: LocalPath? {
        guard let value = unsafe getenv("TMPDIR") else { return nil }
        let path = unsafe LocalPath(
            bytes: UnsafeRawBufferPointer(start: value, count: strlen(value))
        )
        return path.bytes.isEmpty ? nil : path
    }
}
