internal import BodyStreaming

/// Decompresses a body chunk by chunk.
struct BodyDecompressor: Sendable {
    /// The size of the chunks that are read and of those that come out.
    private static let chunkByteCount = 65_536

    let body: Body
    let coding: ContentCoding
    let outputLimit: Int64?

    /// Offers the decompressed bytes to `sink` in chunks, until the end of the stream.
    func run(into sink: (consuming [UInt8]) async throws -> Void) async throws {
        var inflater = try Inflater(coding: coding, outputLimit: outputLimit)
        for try await chunk in body.chunks(of: Self.chunkByteCount) {
            var consumed = 0
            var outcome = CodingProgress.Outcome.outputFull
            while outcome == .outputFull {
                let output = try [UInt8](capacity: Self.chunkByteCount) {
                    output throws(CompressionError) in
                    let progress = try inflater.decompress(
                        chunk.span.extracting(droppingFirst: consumed),
                        into: &output
                    )
                    consumed += progress.consumedByteCount
                    outcome = progress.outcome
                }
                if !output.isEmpty { try await sink(output) }
            }
        }
        try inflater.finish()
    }
}
