public import BodyStreaming

/// A reason why a batch can't go on: it is never the fault of one item alone.
@nonexhaustive
public enum BatchError: Error, Sendable {
    /// The results file can't be opened or written; nothing is sent that can't be recorded.
    case journal(operation: JournalOperation, path: LocalPath, errno: CInt)

    /// The results file can't be read.
    case journalUnreadable(BodyError)

    /// Another process writes this results file.
    case journalInUse(path: LocalPath)

    /// The file is there and is no results file.
    case notAJournal(path: LocalPath)

    /// The results file has a line of a version that this one doesn't know; lines count from 1.
    case journalVersion(path: LocalPath, line: Int, version: Int64)

    /// The task was cancelled while a file was read.
    case cancelled

    /// The manifest can't be read.
    case manifestUnreadable(BodyError)

    /// A line of the manifest is wrong; lines count from 1, and `key` names the member at fault.
    case manifest(line: Int, key: String?, fault: ManifestFault)

    /// Two lines have the same `id`.
    case duplicateIdentifier(String, line: Int)

    /// A line is to start after one that isn't there.
    case absentDependency(String, of: String)

    /// Lines wait for each other, each for the next and the last for the first.
    case dependencyCycle([String])

    /// The text is no shard `I/N` with `I` from 0 to `N` - 1.
    case invalidShard(String)
}

/// What was done with a results file.
public enum JournalOperation: String, Sendable, Hashable {
    /// Opening or creating it.
    case open
    /// Appending a line.
    case write
}
