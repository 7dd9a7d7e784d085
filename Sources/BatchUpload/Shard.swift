/// One of the equal parts of a batch that several machines share.
public struct Shard: Sendable, Hashable {
    /// Which part this is, from 0.
    public let index: Int

    /// How many parts there are.
    public let count: Int

    /// The part that is all.
    public static let whole = Shard(uncheckedIndex: 0, count: 1)

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - index: Which part, from 0.
    ///   - count: How many parts.
    /// - Throws: ``BatchError/invalidShard(_:)``.
    public init(index: Int, count: Int) throws(BatchError) {
        guard index >= 0, index < count else { throw .invalidShard("\(index)/\(count)") }
        self.init(uncheckedIndex: index, count: count)
    }

    /// Reads a part of the text `I/N`.
    ///
    /// - Throws: ``BatchError/invalidShard(_:)``.
    public init(_ text: String) throws(BatchError) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
        guard numbers.count == 2, let index = Int(numbers[0]), let count = Int(numbers[1]),
            index >= 0, index < count
        else { throw .invalidShard(text) }
        self.init(uncheckedIndex: index, count: count)
    }

    private init(uncheckedIndex index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    /// Whether what has this placement belongs to the part.
    public func contains(_ placement: ItemKey) -> Bool {
        let part = placement.high.multipliedFullWidth(by: UInt64(count)).high
        return part == UInt64(index)
    }
}
