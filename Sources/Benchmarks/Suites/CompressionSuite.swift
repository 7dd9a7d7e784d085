import BenchmarkHarness
import BodyStreaming
import ZlibCompression

/// Compressing lines of text, on one processor and on all, and decompressing them.
enum CompressionSuite: BenchmarkSuite {
    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let byteCount = environment.sizes.compressedByteCount
        let work = Work(byteCount, .bytes)
        let deflating = BenchmarkCase("deflate/stream", work) { meter in
            let input = Samples.text(byteCount)
            return try await meter.measure { try deflate(input) }
        }
        let bodies = [("1", 1), ("all", nil)].map { name, workerCount in
            BenchmarkCase("deflate/body/\(name)", work, deterministic: []) { meter in
                var options = CompressionOptions.automatic
                options.workerCount = workerCount
                let body = Body(Samples.text(byteCount)).compressed(.gzip, options: options)
                return try await meter.measure {
                    var count = 0
                    for try await chunk in body.chunks() { count += chunk.count }
                    guard count < byteCount / 2 else {
                        throw BenchmarkFailure.failure("\(count) bytes were left")
                    }
                }
            }
        }
        let noise = BenchmarkCase("deflate/body/noise", work, deterministic: []) { meter in
            let body = Body(Samples.noise(byteCount)).compressed(.gzip)
            return try await meter.measure { for try await _ in body.chunks() {} }
        }
        let inflating = BenchmarkCase("inflate/stream", work) { meter in
            var input: [UInt8] = []
            for try await chunk in Body(Samples.text(byteCount)).compressed(.gzip).chunks() {
                input += chunk
            }
            return try await meter.measure { try inflate(input, expected: byteCount) }
        }
        let growing = BenchmarkCase.growing("deflate.bytes", work) { byteCount, meter in
            let input = Samples.text(byteCount)
            return try await meter.measure { try deflate(input) }
        }
        return [deflating] + bodies + [noise, inflating] + growing
    }

    /// Compresses `input` and forgets what comes out.
    private static func deflate(_ input: [UInt8]) throws {
        var deflater = try Deflater()
        var piece = [UInt8](repeating: 0, count: 65_536)
        var consumed = 0
        var hasFinished = false
        while !hasFinished {
            var span = piece.mutableSpan
            let progress = try unsafe span.withUnsafeMutableBufferPointer { memory in
                var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
                let progress = try deflater.compress(
                    input.span.extracting(droppingFirst: consumed),
                    flush: .finish,
                    into: &output
                )
                _ = unsafe output.finalize(for: memory)
                return progress
            }
            consumed += progress.consumedByteCount
            hasFinished = progress.outcome == .finished
        }
    }

    /// Decompresses `input` and forgets what comes out.
    private static func inflate(_ input: [UInt8], expected byteCount: Int) throws {
        var inflater = try Inflater(coding: .gzip)
        var piece = [UInt8](repeating: 0, count: 65_536)
        var consumed = 0
        repeat {
            var span = piece.mutableSpan
            consumed += try unsafe span.withUnsafeMutableBufferPointer { memory in
                var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
                let progress = try inflater.decompress(
                    input.span.extracting(droppingFirst: consumed),
                    into: &output
                )
                _ = unsafe output.finalize(for: memory)
                return progress.consumedByteCount
            }
        } while inflater.outputByteCount < byteCount || consumed < input.count
        try inflater.finish()
    }
}
