import BenchmarkHarness
import BodyStreaming
import MultipartFormData
import SeededRandom

/// Reading 4 KiB at positions all over a form.
enum RandomAccessSuite: BenchmarkSuite {
    private static let readCount = 10_000

    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let fixtures = environment.fixtures
        let sizes = environment.sizes
        let file = BenchmarkCase("seek/file", Work(readCount, .reads)) { meter in
            try await read(Forms.file(fixtures.file(sizes.byteCount)).body(), meter)
        }
        let fields = BenchmarkCase("seek/fields/\(sizes.partCount)", Work(readCount, .reads)) {
            meter in
            var form = MultipartForm()
            for index in 0..<sizes.partCount {
                form.append(name: "field\(index)", text: "\(index)")
            }
            return try await read(form.body(), meter)
        }
        let files = BenchmarkCase("seek/files/\(sizes.imageCount)", Work(readCount, .reads)) {
            meter in
            var form = MultipartForm()
            for path in try await fixtures.images(sizes.imageCount) {
                form.append(try MultipartPart(name: "file", file: path))
            }
            return try await read(form.body(), meter)
        }
        return [file, fields, files]
    }

    private static func read(_ body: Body, _ meter: Meter) async throws -> Sample {
        var generator = SplitMix64(seed: 3)
        let end = (body.length ?? 0) - 4096
        guard end > 0 else { throw BenchmarkFailure.failure("the form is too small") }
        let offsets = (0..<readCount).map { _ in Int64.random(in: 0..<end, using: &generator) }
        var buffer = ReadBuffer(byteCount: 4096)
        return try await meter.measure {
            for offset in offsets {
                var reader = try body.reader(at: offset)
                guard try buffer.fill(from: &reader) == 4096 else {
                    throw BenchmarkFailure.failure("the body ends before its length")
                }
            }
        }
    }
}
