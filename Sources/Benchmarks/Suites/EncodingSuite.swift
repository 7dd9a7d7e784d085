import BenchmarkHarness
import BodyStreaming
import MultipartFormData

/// Writing a form with a large file to what bodies are written to, in each way.
enum EncodingSuite: BenchmarkSuite {
    private static let ways: [(name: String, way: WriteWay)] = [
        ("automatic", .automatic), ("kernel", .kernel), ("copy", .copy),
    ]

    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let fixtures = environment.fixtures
        let work = Work(environment.sizes.byteCount, .bytes)
        let variants = OutputKind.allCases.flatMap { kind in
            ways.map { name, way in
                BenchmarkCase(
                    "encode/\(kind.rawValue)/\(name)",
                    work,
                    deterministic: kind.hasReader || way == .automatic ? .allocations : .counts
                ) { meter in
                    let path = try await fixtures.file(environment.sizes.byteCount)
                    return try await write(
                        Forms.file(path).body(),
                        to: kind,
                        via: way,
                        fixtures,
                        meter
                    )
                }
            }
        }
        let growing = BenchmarkCase.growing("encode.bytes", work) { byteCount, meter in
            let form = try await Forms.file(fixtures.file(byteCount))
            return try await write(form.body(), to: .file, via: .copy, fixtures, meter)
        }
        let parts = Work(environment.sizes.imageCount, .parts)
        let growingParts = BenchmarkCase.growing("encode.parts", parts) { count, meter in
            var form = MultipartForm()
            for path in try await fixtures.images(count) {
                form.append(try MultipartPart(name: "file", file: path, contentType: "image/jpeg"))
            }
            return try await write(form.body(), to: .null, via: .copy, fixtures, meter)
        }
        return variants + growing + growingParts
    }

    private static func write(
        _ body: Body,
        to kind: OutputKind,
        via way: WriteWay,
        _ fixtures: Fixtures,
        _ meter: Meter
    ) async throws -> Sample {
        let output = try await BenchmarkOutput(kind, fixtures)
        var report: WriteReport?
        defer { output.close() }
        let sample = try await meter.measure {
            report = try await body.write(to: output.descriptor, via: way)
        }
        guard let count = report?.byteCount, count == body.length else {
            throw BenchmarkFailure.failure("not all bytes were written")
        }
        return sample
    }
}
