internal import BodyStreaming
internal import Synchronization

/// Compresses a body piece by piece on several threads, in the order of the body.
///
/// What is in memory is bounded by the number of workers: a piece is read only when there is room
/// for what comes of it, and there is room when the receiver has taken what came before.
struct BodyCompressor: Sendable {
    let body: Body
    let coding: ContentCoding
    let options: CompressionOptions

    /// A worker's encoder, made for its first piece.
    private final class Worker: Sendable {
        private let encoder = Mutex<BodyPieceEncoder?>(nil)

        func encode(
            _ piece: BodyPiece,
            with compressor: BodyCompressor
        ) throws(CompressionError) -> BodyPieceEncoder.Encoded {
            try encoder.withLock { slot throws(CompressionError) in
                var encoder: BodyPieceEncoder
                if let idle = slot.take() {
                    encoder = idle
                } else {
                    encoder = try BodyPieceEncoder(
                        coding: compressor.coding,
                        options: compressor.options
                    )
                }
                let encoded = try encoder.encode(piece)
                slot = consume encoder
                return encoded
            }
        }
    }

    /// What a worker did.
    private struct Result: Sendable {
        let index: Int
        let worker: Worker
        let encoded: BodyPieceEncoder.Encoded
    }

    /// Offers the compressed stream to `sink` in chunks, until the end of the body.
    func run(into sink: (consuming [UInt8]) async throws -> Void) async throws {
        var pieces = try BodyPieceReader(body, options: options)
        var checksum = Checksum(for: coding)
        try await sink(coding.header(level: options.level))
        try await withThrowingTaskGroup(of: Result.self) { group in
            let workerCount = options.workerCount ?? min(Processors.count, 8)
            var idle = (0..<workerCount).map { _ in Worker() }
            var done: [Int: BodyPieceEncoder.Encoded] = [:]
            var startedCount = 0
            var sentCount = 0
            var isAtEnd = false
            while true {
                while !isAtEnd, !idle.isEmpty, startedCount - sentCount < 2 * workerCount {
                    guard let piece = try await pieces.next() else {
                        isAtEnd = true
                        break
                    }
                    let worker = idle.removeLast()
                    group.addTask { [startedCount] in
                        Result(
                            index: startedCount,
                            worker: worker,
                            encoded: try worker.encode(piece, with: self)
                        )
                    }
                    startedCount += 1
                }
                if let encoded = done.removeValue(forKey: sentCount) {
                    checksum.append(encoded.checksum)
                    try await sink(encoded.bytes)
                    sentCount += 1
                } else if let result = try await group.next() {
                    done[result.index] = result.encoded
                    idle.append(result.worker)
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
