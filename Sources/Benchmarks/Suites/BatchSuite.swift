import BatchUpload
import BenchmarkHarness
import BodyStreaming
import CurlTransports
import Formup
import MultipartFormData
import UploadHTTP

/// Sending many forms, 16 at a time.
enum BatchSuite: BenchmarkSuite {
    private static let concurrency = 16
    private static let pictureByteCount = 57_000

    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let fixtures = environment.fixtures
        let count = environment.sizes.requestCount
        let work = Work(count, .requests)
        let variants = UploadTarget.allCases.map { target in
            BenchmarkCase("batch/\(target.rawValue)", work, deterministic: []) { meter in
                try await send(count, to: target, fixtures, meter)
            }
        }
        let journal = BenchmarkCase("batch/journal", work, deterministic: []) { meter in
            try await sendRecorded(count, fixtures, meter)
        }
        let growing = BenchmarkCase.growing("batch.items", work, deterministic: []) {
            count,
            meter in
            try await send(count, to: .discard, fixtures, meter)
        }
        return variants + [journal] + growing
    }

    private static func send(
        _ count: Int,
        to target: UploadTarget,
        _ fixtures: Fixtures,
        _ meter: Meter
    ) async throws -> Sample {
        let path = try await fixtures.file(pictureByteCount)
        let url = try await target.url(fixtures)
        let transport = UploadTarget.transport(connectionCount: concurrency)
        let batch = Batch(
            client: UploadClient(transport: transport),
            maximumConcurrency: concurrency
        )
        let sample = try await meter.measure {
            let results = await batch.run(0..<count) { _, scope in
                try await scope.client.post(Forms.file(path), to: url).status
            }
            try check(results.counts.succeeded, of: count)
        }
        await transport.shutdown()
        return sample
    }

    /// The same with a list of paths and a results file, as the command `formup batch` does it.
    private static func sendRecorded(
        _ count: Int,
        _ fixtures: Fixtures,
        _ meter: Meter
    ) async throws -> Sample {
        let path = try await fixtures.file(pictureByteCount)
        let url = try RequestURL(try await UploadTarget.discard.url(fixtures))
        let transport = UploadTarget.transport(connectionCount: concurrency)
        var batch = RecordedBatch(session: UploadSession(transport: transport))
        batch.maximumConcurrency = concurrency
        batch.journal = try JournalSuite.newJournal(fixtures)
        let lines = Body((0..<count).map { _ in path.string + "\n" }.joined())
        let sample = try await meter.measure {
            let report = try await batch.run(
                UploadLines(paths: lines, fieldName: "file"),
                plan: { try plan($0, url) },
                report: { _ in }
            )
            try check(report.counts.succeeded, of: count)
        }
        await transport.shutdown()
        return sample
    }

    private static func plan(_ line: ManifestLine, _ url: RequestURL) throws -> ItemPlan {
        let file = line.files[0]
        var identity = ItemIdentity(method: "POST", url: url)
        identity.append(file: file.name, path: file.path, state: nil)
        return ItemPlan(identity: identity, url: url.text, paths: [file.path.string]) { _ in
            let form = try Forms.file(file.path)
            var request = try Request(url: url, body: form.body())
            try request.fields.set("Content-Type", form.contentType)
            return request
        }
    }

    private static func check(_ succeededCount: Int, of count: Int) throws {
        guard succeededCount == count else {
            throw BenchmarkFailure.failure("only \(succeededCount) of \(count) uploads succeeded")
        }
    }
}
