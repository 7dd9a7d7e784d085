internal import BodyStreaming

/// Compresses a body piece by piece on several threads, in the order of the body.
///
/// What is in memory is bounded by the number of workers: a piece is read only when the receiver
/// has taken enough of what came before.
struct BodyCompressor: Sendable {
    let body: Body
    let coding: ContentCoding
    let options: CompressionOptions

    /// Offers the compressed stream to `sink` in chunks, until the end of the body.
    func run(into sink: (consuming [UInt8]) async throws -> Void) async throws {
        let workerCount = options.workerCount ?? min(Processors.count, 8)
        let pool = BodyPieceEncoderPool(count: workerCount, coding: coding, options: options)
        var pieces = try BodyPieceReader(body, options: options)
        var checksum = Checksum(for: coding)
        try await sink(coding.header(level: options.level))
        try await withThrowingTaskGroup(of: (Int, BodyPieceEncoder.Encoded).self) { group in
            var done: [Int: BodyPieceEncoder.Encoded] = [:]
            var startedCount = 0
            var sentCount = 0
            var isAtEnd = false
            while true {
                // Twice as many as can run, so that the next are there when the first are done.
                while !isAtEnd, startedCount - sentCount < 2 * workerCount {
                    guard let piece = try await pieces.next() else {
                        isAtEnd = true
                        break
                    }
                    group.addTask { [startedCount] in
                        (startedCount, try await pool.encode(piece))
                    }
                    startedCount += 1
                }
                if let encoded = done.removeValue(forKey: sentCount) {
                    checksum.append(encoded.checksum)
                    try await sink(encoded.bytes)
                    sentCount += 1
                } else if let (index, encoded) = try await group.next() {
                    done[index] = encoded
                } else {
                    break
                }
            }
            if startedCount == 0 { try await sink(Self.emptyLastBlock) }
        }
        try await sink(coding.trailer(checksum))
    }

    /// A compressed block of no bytes that ends the stream.
    private static let emptyLastBlock: [UInt8] = [0x03, 0x00]
}
