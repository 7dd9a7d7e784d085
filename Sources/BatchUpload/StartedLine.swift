internal import BodyStreaming

/// The line that goes into the results file before the first byte of an item is sent.
public struct StartedLine: Sendable, Hashable {
    /// The 0-based position of the item in the input.
    public var index: Int
    /// The name of the item.
    public var identifier: String
    /// What the item is recognised by.
    public var key: ItemKey

    /// Creates a line.
    public init(index: Int, identifier: String, key: ItemKey) {
        self.index = index
        self.identifier = identifier
        self.key = key
    }

    /// The line as it is written, with its end.
    package var bytes: [UInt8] {
        JSONWriter.journalLine(index: index, identifier: identifier, key: key) { line in
            line.member("started", true)
        }
    }
}
