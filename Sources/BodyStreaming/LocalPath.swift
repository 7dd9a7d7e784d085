/// The path of a file on this machine, byte for byte.
///
/// File names are bytes: two names that a `String` calls equal can be two files, and a name need
/// not be UTF-8. Paths compare and hash by their bytes.
public struct LocalPath: Sendable, Hashable {
    /// The bytes of the path, without a terminator.
    public let bytes: [UInt8]

    /// Creates a path of `bytes`; a NUL ends it, as it does for the system.
    public init(bytes: some Sequence<UInt8>) {
        var bytes = Array(bytes)
        if let end = bytes.firstIndex(of: 0) { bytes.removeSubrange(end...) }
        self.bytes = bytes
    }

    /// Creates a path of the UTF-8 of `string`.
    public init(_ string: String) {
        self.init(bytes: string.utf8)
    }

    /// The path as text; bytes that aren't UTF-8 become U+FFFD.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// What stands behind the last `/`, as text; empty if the path ends in one.
    public var lastComponent: String {
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        return String(decoding: bytes[(slash.map { $0 + 1 } ?? 0)...], as: UTF8.self)
    }

    /// Calls `body` with the path as the system takes it.
    package func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var terminated = bytes.map { CChar(bitPattern: $0) }
        terminated.append(0)
        return try unsafe terminated.withUnsafeBufferPointer { buffer throws(Failure) in
            guard let start = buffer.baseAddress else {
                preconditionFailure("a non-empty array has no memory")
            }
            return try unsafe body(start)
        }
    }
}

extension LocalPath: ExpressibleByStringLiteral {
    /// Creates a path of the UTF-8 of a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension LocalPath: CustomStringConvertible {
    /// The path as text that is safe to print: control characters are escaped.
    public var description: String { DisplayText.escaped(string) }
}
