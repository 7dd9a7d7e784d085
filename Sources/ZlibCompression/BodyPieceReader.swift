internal import BodyStreaming

/// Cuts a body into pieces: at the ends of blocks, and where the treatment changes.
///
/// Where the cuts are depends on the body and the options alone, never on how its bytes arrive.
struct BodyPieceReader: ~Copyable {
    private let length: Int64?
    private let blockByteCount: Int
    private var plan: CompressionPlanCursor
    private var reader: BodyReader
    private var hasStarted = false

    /// The piece behind the one that was returned last: only it tells whether that is the last one.
    private var following: BodyPiece?

    init(_ body: Body, options: CompressionOptions) throws(BodyError) {
        length = body.length
        blockByteCount = options.blockByteCount
        plan = CompressionPlanCursor(options.plan)
        reader = try body.reader()
    }

    /// The next piece; `nil` at the end.
    mutating func next() async throws(BodyError) -> BodyPiece? {
        if !hasStarted {
            hasStarted = true
            following = try await read(after: nil)
        }
        guard var piece = following else { return nil }
        following = try await read(after: piece)
        piece.isLast = following == nil
        return piece
    }

    private mutating func read(after previous: BodyPiece?) async throws(BodyError) -> BodyPiece? {
        let rest = (length ?? .max) - reader.offset
        let run = plan.advance(upTo: min(Int64(blockByteCount), rest))
        let count = Int(run.byteCount)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        reading: while bytes.count < count {
            var outcome = BodyReadOutcome.finished
            try bytes.append(addingCapacity: count - bytes.count) { output throws(BodyError) in
                outcome = try reader.read(into: &output)
            }
            switch outcome {
            case .appended: break
            case .pending: await reader.waitUntilReady()
            case .finished: break reading
            }
        }
        guard !bytes.isEmpty else { return nil }
        // Matches into bytes that don't compress are rare, and looking for them costs time.
        let isPrimed = run.treatment != .store && previous?.treatment != .store
        let dictionary = isPrimed ? previous?.bytes ?? [] : []
        return BodyPiece(bytes: bytes, treatment: run.treatment, dictionary: dictionary)
    }
}
