/// What is known of a description that can be read twice, before anything is sent.
public struct ManifestSurvey: Sendable {
    /// How many uploads it describes.
    public private(set) var count = 0

    /// Whether some uploads start after others.
    public private(set) var hasDependencies = false

    /// The name of the first upload of the group that each belongs to; empty without dependencies.
    private var groupNames: [String] = []

    /// Reads all lines and checks them, with only one in memory unless there are dependencies.
    ///
    /// - Parameters:
    ///   - makeLines: Opens the description; called once or twice.
    ///   - check: Finds what else is wrong with a line.
    /// - Throws: What is wrong with a line, or with how the lines depend on each other; or
    ///   ``BatchError/cancelled``.
    public init(
        _ makeLines: () throws(BatchError) -> UploadLines,
        check: (ManifestLine) throws(BatchError) -> Void = { _ in }
    ) throws(BatchError) {
        var lines = try makeLines()
        while case .line(let line) = try lines.next() {
            count += 1
            guard !Task.isCancelled else { throw .cancelled }
            try check(line)
            if !line.after.isEmpty { hasDependencies = true }
        }
        guard hasDependencies else { return }
        var graph = DependencyGraph()
        lines = try makeLines()
        var names: [String] = []
        while case .line(let line) = try lines.next() {
            try graph.add(line)
            names.append(line.identifier)
        }
        groupNames = try graph.groups().map { names[$0] }
    }

    /// Where an upload belongs when the batch is spread over shards, if that isn't its own matter:
    /// uploads that depend on each other stay together.
    package func placement(at index: Int) -> ItemKey? {
        guard hasDependencies, groupNames.indices.contains(index) else { return nil }
        return ItemIdentity.placement(ofGroup: groupNames[index])
    }
}
