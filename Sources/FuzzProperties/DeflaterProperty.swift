import ZlibCompression

/// What was compressed decompresses to the same bytes, whatever the parameters, pieces and flushes.
func checkDeflater(_ input: Span<UInt8>) throws(PropertyViolation) {
    var input = FuzzInput([UInt8](input))
    let format = input.choice(CompressionFormat.allCases)
    let level = input.number(in: 0...9)
    let strategy = input.choice(CompressionStrategy.allCases)
    let outputByteCount = input.choice([7, 64, 4096])
    let repetitionCount = input.number(in: 1...40)
    let syncs = input.byte()
    var cutting = FuzzInput(input.bytes(8))
    let piece = input.remainder()
    let data = [[UInt8]](repeating: piece, count: repetitionCount).flatMap { $0 }

    do throws(CompressionError) {
        var deflater = try Deflater(format: format, level: level, strategy: strategy)
        let pieces = data.pieces(at: cutting.cuts(of: data.count))
        for round in 0..<2 {
            var compressed: [UInt8] = []
            for (index, piece) in pieces.enumerated() {
                let isLast = index == pieces.count - 1
                let isSynced = syncs >> UInt8(index % 8) & 1 == 1
                try deflater.compress(
                    piece,
                    flush: isLast ? .finish : isSynced ? .sync : .none,
                    outputByteCount,
                    onto: &compressed
                )
            }
            var inflater = try Inflater(format: format, outputLimit: Int64(data.count))
            let output = try inflater.decompressed(compressed, capacity: data.count + 1)
            guard output == data else { throw .corrupt(offset: 0, reason: "round \(round)") }
            deflater.reset()
        }
    } catch {
        throw PropertyViolation("\(format) at level \(level), \(strategy): \(error)")
    }
}

extension Deflater {
    fileprivate mutating func compress(
        _ piece: ArraySlice<UInt8>,
        flush: Flush,
        _ outputByteCount: Int,
        onto compressed: inout [UInt8]
    ) throws(CompressionError) {
        var consumed = 0
        var isDone = false
        while !isDone {
            let rest = piece.span.extracting(droppingFirst: consumed)
            var progress: CodingProgress?
            try compressed.append(addingCapacity: outputByteCount) {
                output throws(CompressionError) in
                progress = try compress(rest, flush: flush, into: &output)
            }
            consumed += progress?.consumedByteCount ?? 0
            isDone = progress?.outcome != .outputFull
        }
    }
}

extension Inflater {
    fileprivate mutating func decompressed(
        _ data: [UInt8],
        capacity: Int
    ) throws(CompressionError) -> [UInt8] {
        let output = try [UInt8](capacity: capacity) { output throws(CompressionError) in
            let progress = try decompress(data.span, into: &output)
            guard progress.consumedByteCount == data.count else { throw .zlib(code: 0) }
        }
        try finish()
        return output
    }
}
