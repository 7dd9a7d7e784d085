import BenchmarkHarness
import BodyStreaming
import Formup
import MultipartFormData

/// Sending forms one after the other.
enum RequestSuite: BenchmarkSuite {
    /// The size of a picture, in bytes.
    private static let pictureByteCount = 57_000

    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let fixtures = environment.fixtures
        let sizes = environment.sizes
        let variants = UploadTarget.allCases.flatMap { target in
            [
                BenchmarkCase(
                    "request/\(target.rawValue)/large",
                    Work(sizes.byteCount, .bytes),
                    deterministic: []
                ) { meter in
                    try await post(sizes.byteCount, times: 1, to: target, fixtures, meter)
                },
                BenchmarkCase(
                    "request/\(target.rawValue)/pictures",
                    Work(sizes.requestCount, .requests),
                    deterministic: []
                ) { meter in
                    try await post(
                        pictureByteCount,
                        times: sizes.requestCount,
                        to: target,
                        fixtures,
                        meter
                    )
                },
            ]
        }
        let growing = BenchmarkCase.growing(
            "request.pictures",
            Work(sizes.requestCount, .requests),
            deterministic: []
        ) { count, meter in
            try await post(pictureByteCount, times: count, to: .discard, fixtures, meter)
        }
        let growingBytes = BenchmarkCase.growing(
            "request.bytes",
            Work(sizes.byteCount, .bytes),
            deterministic: []
        ) { byteCount, meter in
            try await post(byteCount, times: 1, to: .discard, fixtures, meter)
        }
        return variants + growing + growingBytes
    }

    private static func post(
        _ byteCount: Int,
        times count: Int,
        to target: UploadTarget,
        _ fixtures: Fixtures,
        _ meter: Meter
    ) async throws -> Sample {
        let path = try await fixtures.file(byteCount)
        let url = try await target.url(fixtures)
        let transport = UploadTarget.transport()
        let client = UploadClient(transport: transport)
        // The first request loads libcurl and makes the connection.
        var greeting = MultipartForm()
        greeting.append(name: "caption", text: "hello")
        try await client.post(greeting, to: url)
        let sample = try await meter.measure {
            for _ in 0..<count { try await client.post(Forms.file(path), to: url) }
        }
        await transport.shutdown()
        return sample
    }
}
