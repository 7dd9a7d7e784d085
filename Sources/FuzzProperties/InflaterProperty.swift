import ZlibCompression

/// What comes out of compressed data, and how it ended.
private struct Inflation: Equatable {
    var output: [UInt8] = []
    var error: CompressionError?

    /// The error without the place, which depends on how far zlib had looked ahead.
    var fault: String? {
        switch error {
        case nil: nil
        case .corrupt(_, let reason): reason
        case let error?: "\(error)"
        }
    }
}

/// Data decompresses to the same bytes whatever the pieces are, and never to more than allowed.
func checkInflater(_ input: Span<UInt8>) throws(PropertyViolation) {
    var input = FuzzInput([UInt8](input))
    let kind = input.number(in: 0...4)
    let limit = Int64(input.number(in: 0...200))
    var cutting = FuzzInput(input.bytes(6))
    let data = input.remainder()
    let cuts = cutting.cuts(of: data.count)
    let outputByteCount = cutting.choice([1, 2, 3, 100, 4096])

    let whole = try inflate(data, cuts: [], kind: kind, limit: 1 << 20, outputByteCount: 4096)
    let cut = try inflate(
        data,
        cuts: cuts,
        kind: kind,
        limit: 1 << 20,
        outputByteCount: outputByteCount
    )
    try require(
        whole.output == cut.output && whole.fault == cut.fault,
        "cut at \(cuts): \(cut.output.count) bytes, \(cut.fault ?? "whole"); whole: "
            + "\(whole.output.count) bytes, \(whole.fault ?? "whole")"
    )

    let limited = try inflate(data, cuts: cuts, kind: kind, limit: limit, outputByteCount: 4096)
    try require(Int64(limited.output.count) <= limit, "\(limited.output.count) bytes of \(limit)")
    let isExceeded = limited.error == .outputLimitExceeded(byteCount: limit)
    if Int64(whole.output.count) > limit {
        try require(isExceeded, "the limit is passed, but \(limited.fault ?? "no error")")
        try require(whole.output.starts(with: limited.output), "other bytes than without a limit")
    } else {
        try require(limited.output == whole.output, "other bytes than without a limit")
        try require(limited.fault == whole.fault, "the limit makes \(limited.fault ?? "no error")")
    }
}

private func inflate(
    _ data: [UInt8],
    cuts: [Int],
    kind: Int,
    limit: Int64,
    outputByteCount: Int
) throws(PropertyViolation) -> Inflation {
    var result = Inflation()
    do throws(CompressionError) {
        var inflater =
            switch kind {
            case 0: try Inflater(format: .gzip, outputLimit: limit)
            case 1: try Inflater(format: .zlib, outputLimit: limit)
            case 2: try Inflater(format: .raw, outputLimit: limit)
            case 3: try Inflater(coding: .gzip, outputLimit: limit)
            default: try Inflater(coding: .deflate, outputLimit: limit)
            }
        for piece in data.pieces(at: cuts) {
            var consumed = 0
            var isDrained = false
            while !isDrained {
                let rest = piece.span.extracting(droppingFirst: consumed)
                var progress: CodingProgress?
                try result.output.append(addingCapacity: outputByteCount) {
                    output throws(CompressionError) in
                    progress = try inflater.decompress(rest, into: &output)
                }
                consumed += progress?.consumedByteCount ?? 0
                isDrained = progress?.outcome != .outputFull
            }
            guard consumed == piece.count else {
                result.error = .zlib(code: 0)
                return result
            }
        }
        try inflater.finish()
    } catch {
        result.error = error
    }
    return result
}
