internal import CZlib

/// Turns pieces of a body into DEFLATE blocks that end at a byte boundary; what comes out depends
/// on nothing but the piece and the options.
struct BodyPieceEncoder: ~Copyable, Sendable {
    /// DEFLATE blocks, and the checksum of what they hold.
    struct Encoded: Sendable {
        let bytes: [UInt8]
        let checksum: Checksum
    }

    private let coding: ContentCoding
    private let options: CompressionOptions
    private var deflater: Deflater

    init(coding: ContentCoding, options: CompressionOptions) throws(CompressionError) {
        self.coding = coding
        self.options = options
        deflater = try Deflater(
            format: .raw,
            level: options.level,
            strategy: options.strategy
        )
    }

    /// Encodes `piece`.
    mutating func encode(_ piece: BodyPiece) throws(CompressionError) -> Encoded {
        let bytes = piece.bytes.span
        let isCompressed =
            switch piece.treatment {
            case _ where options.level == 0: false
            case .store: false
            case .compress: true
            case .probe: try isWorthCompressing(bytes)
            }
        return Encoded(
            bytes: isCompressed
                ? try compress(piece) : StoredBlocks.encode(bytes, isLast: piece.isLast),
            checksum: Checksum(bytes, for: coding)
        )
    }

    private mutating func compress(_ piece: BodyPiece) throws(CompressionError) -> [UInt8] {
        try deflater.reset(level: options.level, strategy: options.strategy)
        if options.level == 6, options.strategy == .standard { deflater.tune(.levelSix) }
        if !piece.dictionary.isEmpty { try deflater.prime(with: piece.dictionary.span) }
        let flush: Deflater.Flush = piece.isLast ? .finish : .sync
        let capacity = deflater.bound(forByteCount: piece.bytes.count)
        return try [UInt8](capacity: capacity) { output throws(CompressionError) in
            let progress = try deflater.compress(piece.bytes.span, flush: flush, into: &output)
            precondition(progress.outcome != .outputFull, "zlib passed its own bound")
        }
    }

    // MARK: Probing

    /// The number of bytes of a block that are tried: enough for the codes that DEFLATE makes for
    /// them to pay, and few enough to cost next to nothing.
    private static let sampleByteCount = 8192

    /// The sample is taken in this many slices, spread over the block.
    private static let sliceCount = 4

    /// Whether a sample of `bytes` shrinks by more than 1/32 at the fastest level.
    private mutating func isWorthCompressing(
        _ bytes: Span<UInt8>
    ) throws(CompressionError) -> Bool {
        guard bytes.count > Self.sampleByteCount else { return true }
        try deflater.reset(level: 1, strategy: .standard)
        let sliceByteCount = Self.sampleByteCount / Self.sliceCount
        let distance = (bytes.count - sliceByteCount) / (Self.sliceCount - 1)
        let limit = Self.sampleByteCount - Self.sampleByteCount / 32
        var isFinished = false
        _ = try [UInt8](capacity: limit) { output throws(CompressionError) in
            for slice in 0..<Self.sliceCount {
                let start = slice * distance
                let progress = try deflater.compress(
                    bytes.extracting(start..<start + sliceByteCount),
                    flush: slice == Self.sliceCount - 1 ? .finish : .none,
                    into: &output
                )
                guard progress.outcome != .outputFull else { return }
                isFinished = progress.outcome == .finished
            }
        }
        return isFinished
    }
}
