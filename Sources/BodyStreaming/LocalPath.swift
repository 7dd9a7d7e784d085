/// The path of a file on this machine, byte for byte.
///
/// File names are bytes: two names that a `String` calls equal can be two files, and a name need
/// not be UTF-8. Paths compare and hash by their bytes.
public struct LocalPath: Sendable, Hashable {
    /// The bytes of the path, without a terminator.
    public let bytes: [UInt8]

    /// Creates a path of `bytes`; a NUL ends it, as it does for the system.
    public init(bytes: some Sequence<UInt8>) {
        self.init(bytes: Array(bytes))
    }

    /// Creates a path of `bytes`, which aren't copied; a NUL ends it, as it does for the system.
    public init(bytes: [UInt8]) {
        let span = bytes.span
        let end = span.indices.first { span[$0] == 0 }
        self.bytes = end.map { Array(bytes[..<$0]) } ?? bytes
    }

    /// Creates a path of the UTF-8 of `string`.
    public init(_ string: String) {
        self.init(bytes: string.utf8)
    }

    /// The path as text; bytes that aren't UTF-8 become U+FFFD.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// What stands behind the last `/`, as text; empty if the path ends in one.
    public var lastComponent: String {
        String(decoding: Self.lastComponent(of: bytes[...]), as: UTF8.self)
    }

    /// What stands behind the last `/` of a path.
    package static func lastComponent(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        return path[(slash.map { $0 + 1 } ?? path.startIndex)...]
    }

    /// Calls `body` with the path as the system takes it.
    package func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let count = bytes.count
        var result: Swift.Result<Result, Failure>?
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { memory in
            unsafe UnsafeMutableRawBufferPointer(memory).copyBytes(from: bytes)
            unsafe memory[count] = 0
            guard let start = memory.baseAddress else { return }
            do throws(Failure) {
                result = .success(try unsafe body(UnsafePointer(start)))
            } catch {
                result = .failure(error)
            }
        }
        guard let result else { preconditionFailure("memory of at least one byte has an address") }
        return try result.get()
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
