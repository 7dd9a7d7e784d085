import BatchUpload
import BodyStreaming

/// The uploads that did not succeed, as a manifest that sends them again.
///
/// What the command line said of the batch has to be said again with it. The file appears when the
/// batch has ended. It may hold what the manifest held, secrets too, so that it is for its owner
/// alone.
struct FailuresFile: ~Copyable {
    private static let pieceByteCount = 65_536

    private let file: OutputFile

    /// What stands before a path that isn't absolute.
    private let folder: LocalPath

    private var pending: [UInt8] = []
    private var failure: CommandFailure?

    /// Creates the file at `path` for a batch that is described by `input`.
    ///
    /// - Throws: A usage error that names the path.
    init(_ path: LocalPath, input: BatchInput) throws(CommandFailure) {
        file = try OutputFile(path, mode: 0o600)
        // Beside the manifest what it says holds for the new one, too, and keys stay the same.
        folder =
            input.isManifest && Self.isSame(path.folder, input.folder)
            ? "" : input.folder.relative(to: .currentFolder)
    }

    private static func isSame(_ folder: LocalPath, _ other: LocalPath) -> Bool {
        guard let one = (folder.bytes.isEmpty ? "." : folder).resolved else {
            return false
        }
        return one == (other.bytes.isEmpty ? "." : other).resolved
    }

    /// Takes an upload.
    mutating func take(_ line: ManifestLine) {
        guard failure == nil else { return }
        var line = line
        for index in line.files.indices {
            line.files[index].path = line.files[index].path.relative(to: folder)
        }
        guard let json = line.json else {
            let paths = line.files.map { "\($0.path)" }.joined(separator: ", ")
            Diagnostics.report("\(paths): a manifest can't name it, since it is not UTF-8")
            return
        }
        pending += json
        if pending.count >= Self.pieceByteCount { flush() }
    }

    /// Puts the file at its path.
    ///
    /// - Throws: A failure that names the path, also for what could not be written before.
    consuming func commit() throws(CommandFailure) {
        flush()
        if let failure { throw failure }
        try file.commit()
    }

    private mutating func flush() {
        do throws(CommandFailure) {
            try file.write(pending)
        } catch {
            failure = error
        }
        pending = []
    }
}
