import BenchmarkHarness
import BodyStreaming
import ImageSniffing

/// Finding type and size of pictures, in memory and in files.
enum SniffingSuite: BenchmarkSuite {
    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let count = environment.sizes.imageCount
        let memory = SampleImages.all.map { name, bytes in
            BenchmarkCase("sniff/memory/\(name)", Work(count, .headers)) { meter in
                let sniffer = ImageSniffer()
                return try await meter.measure {
                    for _ in 0..<count {
                        try check(sniffer.sniff(prefix: bytes.span, byteCount: 8192))
                    }
                }
            }
        }
        let files = BenchmarkCase("sniff/files", Work(count, .files)) { meter in
            try await sniffFiles(count, environment.fixtures, meter)
        }
        let growing = BenchmarkCase.growing("sniff.files", Work(count, .files)) { count, meter in
            try await sniffFiles(count, environment.fixtures, meter)
        }
        return memory + [files] + growing
    }

    private static func sniffFiles(
        _ count: Int,
        _ fixtures: Fixtures,
        _ meter: Meter
    ) async throws -> Sample {
        let paths = try await fixtures.images(count).map(\.string)
        let sniffer = ImageSniffer()
        return try await meter.measure {
            for path in paths { try check(sniffer.sniff(fileAt: path)) }
        }
    }

    private static func check(_ result: SniffResult) throws {
        guard result.header?.width == 640, result.header?.height == 480 else {
            throw BenchmarkFailure.failure("a picture was not recognised: \(result)")
        }
    }
}
