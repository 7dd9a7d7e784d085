internal import CurlTransports
internal import ZlibCompression

/// Undoes the content coding of a response with an ``Inflater``.
final class InflatingDecoder: ContentDecoder {
    /// The codings that responses are asked for, each with what undoes it.
    static let all: [String: @Sendable () -> any ContentDecoder] = [
        "gzip": { InflatingDecoder(.gzip) },
        "deflate": { InflatingDecoder(.deflate) },
    ]

    private static let pieceByteCount = 32_768

    private let coding: ContentCoding

    /// Made with the first bytes, since making it can fail.
    private var inflater: Inflater?

    private init(_ coding: ContentCoding) {
        self.coding = coding
    }

    func decode(_ input: Span<UInt8>, emit: (Span<UInt8>) throws -> Void) throws {
        if inflater == nil { inflater = try Inflater(coding: coding) }
        var consumed = 0
        var isDrained = false
        while !isDrained {
            let piece = try [UInt8](capacity: Self.pieceByteCount) {
                output throws(CompressionError) in
                let rest = input.extracting(droppingFirst: consumed)
                guard let step = try inflater?.decompress(rest, into: &output) else { return }
                consumed += step.consumedByteCount
                isDrained = step.outcome != .outputFull
            }
            if !piece.isEmpty { try emit(piece.span) }
        }
    }

    func finish(emit: (Span<UInt8>) throws -> Void) throws {
        if inflater == nil { inflater = try Inflater(coding: coding) }
        try inflater?.finish()
    }
}
