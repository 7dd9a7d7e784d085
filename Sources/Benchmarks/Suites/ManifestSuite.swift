import BatchUpload
import BenchmarkHarness
import BodyStreaming

/// Reading the description of a batch.
enum ManifestSuite: BenchmarkSuite {
    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let work = Work(environment.sizes.lineCount, .lines)
        let manifest = BenchmarkCase("manifest/json", work) { meter in
            try await readManifest(environment.sizes.lineCount, meter)
        }
        let paths = BenchmarkCase("manifest/paths", work) { meter in
            let count = environment.sizes.lineCount
            let text = (0..<count).map { "/photos/2026/\($0).jpg\n" }.joined()
            return try await meter.measure {
                try check(UploadLines(paths: Body(text), fieldName: "file"), expected: count)
            }
        }
        let growing = BenchmarkCase.growing("manifest.lines", work) { count, meter in
            try await readManifest(count, meter)
        }
        return [manifest, paths] + growing
    }

    private static func readManifest(_ lineCount: Int, _ meter: Meter) async throws -> Sample {
        var writer = JSONWriter()
        for index in 0..<lineCount {
            writer.object { line in
                line.member("id", "photo-\(index)")
                line.key("fields")
                line.array { fields in
                    fields.object { field in
                        field.member("name", "caption")
                        field.member("value", "picture \(index)")
                    }
                }
                line.key("files")
                line.array { files in
                    files.object { file in
                        file.member("name", "file")
                        file.member("path", "/photos/2026/\(index).jpg")
                    }
                }
            }
            writer.endLine()
        }
        let body = Body(writer.bytes)
        return try await meter.measure {
            try check(UploadLines(manifest: body), expected: lineCount)
        }
    }

    private static func check(_ lines: consuming UploadLines, expected lineCount: Int) throws {
        var lines = lines
        var count = 0
        while case .line = try lines.next() { count += 1 }
        guard count == lineCount else {
            throw BenchmarkFailure.failure("\(count) lines were read")
        }
    }
}
