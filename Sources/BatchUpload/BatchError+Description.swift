internal import BodyStreaming

extension BatchError: CustomStringConvertible {
    /// One line that names the file, line or item, and says what is wrong.
    public var description: String {
        switch self {
        case .journal(let operation, let path, let errno):
            "can't \(operation.rawValue) the results file \(path): \(SystemErrorText.words(for: errno))"
        case .journalInUse(let path):
            "the results file \(path) is in use by another batch"
        case .notAJournal(let path): "\(path) is there and is no results file"
        case .journalVersion(let path, let line, let version):
            "the results file \(path) has version \(version) in line \(line); "
                + "this program knows version 1"
        case .cancelled: "cancelled"
        case .journalUnreadable(let error): "the results file can't be used: \(error)"
        case .manifestUnreadable(let error): "the manifest can't be used: \(error)"
        case .manifest(let line, let key, let fault):
            "line \(line) of the manifest"
                + (key.map { ", key \"\(DisplayText.escaped($0))\"" } ?? "") + ": \(fault)"
        case .duplicateIdentifier(let identifier, let line):
            "line \(line) of the manifest has the id \"\(DisplayText.escaped(identifier))\" of an "
                + "earlier line"
        case .absentDependency(let absent, let identifier):
            "\"\(DisplayText.escaped(identifier))\" is to start after "
                + "\"\(DisplayText.escaped(absent))\", which is not in the manifest"
        case .dependencyCycle(let identifiers):
            "the manifest has a cycle in \"after\": "
                + (identifiers + identifiers.prefix(1)).map(DisplayText.escaped)
                .joined(separator: " after ")
        case .invalidShard(let text):
            "\"\(DisplayText.escaped(text))\" is no shard: write I/N with I from 0 to N - 1"
        }
    }
}
