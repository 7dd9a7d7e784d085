/// How a body is compressed.
public struct CompressionOptions: Sendable {
    /// The sizes that a block can have, in bytes.
    public static let blockByteCounts: ClosedRange<Int> = 65_536...8_388_608

    /// How hard bytes that are worth it are compressed: one of ``Deflater/levels``.
    public let level: Int

    /// How redundancy is looked for.
    public var strategy: CompressionStrategy = .standard

    /// Which bytes are worth compressing.
    public var plan: CompressionPlan

    /// The size of the blocks that are compressed independently; the default is 256 KiB, the range
    /// is ``blockByteCounts``.
    ///
    /// The output depends on it, but not on the number of workers.
    public var blockByteCount = 262_144 {
        didSet {
            precondition(
                Self.blockByteCounts.contains(blockByteCount),
                "a block of \(blockByteCount) bytes isn't in \(Self.blockByteCounts)"
            )
        }
    }

    /// The number of blocks that are compressed at a time; `nil` takes the number of processors,
    /// but no more than 8. Each takes about 1 MiB.
    public var workerCount: Int? {
        didSet { precondition(workerCount ?? 1 > 0, "there must be a worker") }
    }

    /// Stores what is compressed already and compresses the rest at level 6: the default.
    ///
    /// A sample of each block tells, except where a ``CompressionPlan`` knows better.
    public static let automatic = CompressionOptions(checkedLevel: 6, plan: CompressionPlan())

    /// Compresses all bytes at one level, without looking at them.
    ///
    /// - Parameter level: One of ``Deflater/levels``; 0 stores.
    /// - Returns: Options with a plan of ``CompressionPlan/Treatment/compress`` for all bytes.
    /// - Throws: ``CompressionError/invalidLevel(_:)``.
    public static func level(_ level: Int) throws(CompressionError) -> CompressionOptions {
        try CompressionOptions(level: level, plan: CompressionPlan(elsewhere: .compress))
    }

    /// Creates options for bytes that `plan` describes.
    ///
    /// - Parameters:
    ///   - level: One of ``Deflater/levels``; at 0 all bytes are stored.
    ///   - plan: Which bytes are worth compressing.
    /// - Throws: ``CompressionError/invalidLevel(_:)``.
    public init(level: Int = 6, plan: CompressionPlan) throws(CompressionError) {
        guard Deflater.levels.contains(level) else { throw .invalidLevel(level) }
        self.init(checkedLevel: level, plan: plan)
    }

    private init(checkedLevel: Int, plan: CompressionPlan) {
        level = checkedLevel
        self.plan = plan
    }
}
