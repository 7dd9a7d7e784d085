import BenchmarkHarness
import MultipartFormData

/// Looking for the boundary in the content of a form.
enum BoundaryProofSuite: BenchmarkSuite {
    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let fixtures = environment.fixtures
        let work = Work(environment.sizes.byteCount, .bytes)
        let file = BenchmarkCase("proof/file", work) { meter in
            try await prove(environment.sizes.byteCount, fixtures, meter)
        }
        let growing = BenchmarkCase.growing("proof.bytes", work) { byteCount, meter in
            try await prove(byteCount, fixtures, meter)
        }
        return [file] + growing
    }

    private static func prove(
        _ byteCount: Int,
        _ fixtures: Fixtures,
        _ meter: Meter
    ) async throws -> Sample {
        let form = try await Forms.file(fixtures.file(byteCount))
        var scannedByteCount: Int64 = 0
        let sample = try await meter.measure {
            scannedByteCount = try await form.proveBoundary().scannedByteCount
        }
        guard scannedByteCount >= byteCount else {
            throw BenchmarkFailure.failure("\(scannedByteCount) bytes were looked at")
        }
        return sample
    }
}
