public import BodyStreaming

/// Undoes gzip or deflate with an ``Inflater``, for what reads bodies of unknown codings.
public final class InflatingDecoder: ContentDecoder {
    /// The most bytes that are handed on at once.
    private static let pieceByteCount = 32_768

    private let coding: ContentCoding

    /// Made with the first bytes, since making it can fail.
    private var inflater: Inflater?

    /// Creates a decoder for one body with `coding`.
    public init(_ coding: ContentCoding) {
        self.coding = coding
    }

    /// Decodes the next bytes, and hands on what comes out of them.
    ///
    /// - Parameters:
    ///   - input: The next bytes of the body, as they came.
    ///   - emit: Takes decoded bytes, at most 32 KiB at once.
    /// - Throws: ``CompressionError``, or what `emit` throws.
    public func decode(_ input: Span<UInt8>, emit: (Span<UInt8>) throws -> Void) throws {
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

    /// Checks that the coded data is complete.
    ///
    /// - Parameter emit: Gets nothing: all that could be decoded was handed on before.
    /// - Throws: ``CompressionError/truncated(byteCount:)``, or
    ///   ``CompressionError/outOfMemory`` if there were no bytes before.
    public func finish(emit: (Span<UInt8>) throws -> Void) throws {
        if inflater == nil { inflater = try Inflater(coding: coding) }
        try inflater?.finish()
    }
}
