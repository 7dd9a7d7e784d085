import BatchUpload
import BenchmarkHarness
import BodyStreaming
import CurlTransports
import Formup
import UploadHTTP

/// A batch of many files, sent with more and more uploads at once.
struct LargeBatch {
    /// How many uploads are in flight at most, in turn.
    static let concurrencies = [1, 2, 4, 8, 16, 32, 64, 128, 256]

    /// The files.
    let paths: [LocalPath]

    /// Where they go.
    let url: String

    /// Sends all files with `concurrency` at once.
    ///
    /// - Throws: How many didn't arrive.
    func run(concurrency: Int, _ meter: Meter) async throws -> Sample {
        let transport = UploadTarget.transport(connectionCount: concurrency)
        let batch = Batch(
            client: UploadClient(transport: transport),
            maximumConcurrency: concurrency
        )
        let sample = try await meter.measure {
            let results = await batch.run(paths) { path, scope in
                try await scope.client.post(Forms.file(path), to: url).status
            }
            guard results.counts.succeeded == paths.count else {
                throw BenchmarkFailure.failure(
                    "only \(results.counts.succeeded) of \(paths.count) uploads succeeded"
                )
            }
        }
        await transport.shutdown()
        return sample
    }
}
