public import BodyStreaming

/// Where the uploads of a batch are described, one a line: a manifest, a list of paths, or paths in
/// memory.
public struct UploadLines: ~Copyable, Sendable {
    private enum Format: Sendable {
        case manifest
        case paths(fieldName: String)
    }

    /// How long a line may be.
    private static let maximumLineByteCount = 16 * 1024 * 1024

    /// Whether a line can name others that have to come before.
    var canHaveDependencies: Bool {
        if case .manifest = format { true } else { false }
    }

    private let format: Format
    private var reader: LineReader

    /// Reads a manifest: JSON Lines, as described at ``ManifestLine``.
    ///
    /// - Parameter body: The bytes of the manifest; a pipe or standard input can be one.
    /// - Throws: ``BatchError/manifestUnreadable(_:)``.
    public init(manifest body: Body) throws(BatchError) {
        format = .manifest
        reader = try Self.reader(body, separator: UInt8(ascii: "\n"))
    }

    /// Reads a list of paths, each of which becomes an upload of this one file.
    ///
    /// - Parameters:
    ///   - body: The bytes of the list.
    ///   - fieldName: The name of the file part.
    ///   - separator: The byte behind each path; a line feed by default.
    /// - Throws: ``BatchError/manifestUnreadable(_:)``.
    public init(
        paths body: Body,
        fieldName: String,
        separator: UInt8 = UInt8(ascii: "\n")
    ) throws(BatchError) {
        format = .paths(fieldName: fieldName)
        reader = try Self.reader(body, separator: separator)
    }

    /// Takes paths that are in memory, each of which becomes an upload of this one file.
    ///
    /// - Parameters:
    ///   - paths: The paths.
    ///   - fieldName: The name of the file part.
    /// - Throws: ``BatchError/manifestUnreadable(_:)``.
    public init(paths: [LocalPath], fieldName: String) throws(BatchError) {
        var bytes: [UInt8] = []
        for path in paths {
            bytes += path.bytes
            bytes.append(0)
        }
        try self.init(paths: Body(bytes), fieldName: fieldName, separator: 0)
    }

    /// Reads the next line that isn't empty.
    ///
    /// - Throws: ``BatchError/manifestUnreadable(_:)`` or
    ///   ``BatchError/manifest(line:key:fault:)``.
    package mutating func next() throws(BatchError) -> NextLine {
        while true {
            switch try nextLine() {
            case .pending(let wait): return .pending(wait)
            case .finished: return .finished
            case .line(let line):
                guard !line.bytes.isEmpty else { continue }
                switch format {
                case .manifest:
                    let text = line.number == 1 ? Self.withoutMark(line.bytes) : line.bytes
                    return .line(try ManifestLine(text, number: line.number))
                case .paths(let fieldName):
                    var upload = ManifestLine(number: line.number)
                    let path = LocalPath(bytes: line.bytes)
                    upload.files = [ManifestLine.File(name: fieldName, path: path)]
                    return .line(upload)
                }
            }
        }
    }

    private mutating func nextLine() throws(BatchError) -> LineReader.Outcome {
        let outcome: LineReader.Outcome
        do throws(BodyError) {
            outcome = try reader.next(limit: Self.maximumLineByteCount)
        } catch {
            throw .manifestUnreadable(error)
        }
        if case .finished = outcome, reader.pendingByteCount > 0 {
            throw .manifest(
                line: reader.lineCount + 1,
                key: nil,
                fault: .tooLong(limit: Self.maximumLineByteCount)
            )
        }
        return outcome
    }

    /// The bytes behind a byte order mark, which some editors write.
    ///
    /// Source: RFC 8259, section 8.1, https://www.rfc-editor.org/rfc/rfc8259#section-8.1
    private static func withoutMark(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    }

    private static func reader(
        _ body: Body,
        separator: UInt8
    ) throws(BatchError) -> LineReader {
        do {
            return try LineReader(body, separator: separator)
        } catch {
            throw .manifestUnreadable(error)
        }
    }
}

/// What follows in the description of a batch.
package enum NextLine: Sendable {
    /// An upload.
    case line(ManifestLine)
    /// A line is there when this function has returned.
    case pending(@Sendable () async -> Void)
    /// Nothing.
    case finished
}
