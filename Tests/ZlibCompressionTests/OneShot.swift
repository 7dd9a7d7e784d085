import Testing
import ZlibCompression

/// Whole arrays through the streaming coders, in steps of any size.
enum OneShot {
    /// Compresses `bytes`, with at most `inputByteCount` in and `outputByteCount` out at a time.
    static func deflate(
        _ bytes: Span<UInt8>,
        with deflater: inout Deflater,
        inputByteCount: Int = .max,
        outputByteCount: Int = 65_536
    ) throws -> [UInt8] {
        var result: [UInt8] = []
        var consumed = 0
        while true {
            let end = consumed + min(inputByteCount, bytes.count - consumed)
            let isLast = end == bytes.count
            var outcome = CodingProgress.Outcome.needsInput
            try result.append(addingCapacity: outputByteCount) { output throws(CompressionError) in
                let progress = try deflater.compress(
                    bytes.extracting(consumed..<end),
                    flush: isLast ? .finish : .none,
                    into: &output
                )
                consumed += progress.consumedByteCount
                outcome = progress.outcome
            }
            if outcome == .finished { return result }
        }
    }

    /// Compresses `bytes` with a compressor of its own.
    static func deflate(
        _ bytes: [UInt8],
        format: CompressionFormat = .gzip,
        level: Int = 6,
        strategy: CompressionStrategy = .standard
    ) throws -> [UInt8] {
        var deflater = try Deflater(format: format, level: level, strategy: strategy)
        return try deflate(bytes.span, with: &deflater)
    }

    /// Decompresses the `pieces` one after the other, with `outputByteCount` out at a time.
    static func inflate(
        _ pieces: [ArraySlice<UInt8>],
        with inflater: inout Inflater,
        outputByteCount: Int = 65_536
    ) throws -> [UInt8] {
        var result: [UInt8] = []
        for piece in pieces {
            var rest = piece
            var outcome = CodingProgress.Outcome.outputFull
            while outcome == .outputFull {
                try result.append(addingCapacity: outputByteCount) {
                    output throws(CompressionError) in
                    let progress = try inflater.decompress(rest.span, into: &output)
                    rest = rest.dropFirst(progress.consumedByteCount)
                    outcome = progress.outcome
                }
            }
            #expect(rest.isEmpty)
        }
        try inflater.finish()
        return result
    }

    /// Decompresses the body of a message with a decompressor of its own.
    static func inflate(_ bytes: [UInt8], coding: ContentCoding = .gzip) throws -> [UInt8] {
        var inflater = try Inflater(coding: coding)
        return try inflate([bytes[...]], with: &inflater)
    }

    /// Decompresses data of one format with a decompressor of its own.
    static func inflate(_ bytes: [UInt8], format: CompressionFormat) throws -> [UInt8] {
        var inflater = try Inflater(format: format)
        return try inflate([bytes[...]], with: &inflater)
    }
}
