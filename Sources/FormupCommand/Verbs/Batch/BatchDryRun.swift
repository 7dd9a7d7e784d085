import BatchUpload
import BodyStreaming
import UploadHTTP

/// Describes the uploads of a batch, with exact lengths, without sending any.
struct BatchDryRun {
    let batch: RecordedBatch
    let planner: BatchPlanner
    let printsJSON: Bool

    /// Writes a line an upload to standard output, and how many there are.
    ///
    /// - Returns: A failure if an upload can't be prepared.
    func run(_ lines: consuming UploadLines) async throws -> ExitStatus {
        var output = BufferedOutput(.output)
        var failureCount = 0
        var count = 0
        var byteCount: Int128 = 0
        var hasUnknownLength = false
        try await batch.preview(lines, plan: planner.plan) { item in
            guard !Task.isCancelled else { throw CommandFailure.interrupted }
            count += 1
            switch item.request {
            case .success(let request):
                let length = request.body?.length
                if let length { byteCount += Int128(length) } else { hasUnknownLength = true }
                try output.write(line(of: item, length: length))
            case .failure(let error):
                failureCount += 1
                let name = item.paths.isEmpty ? item.identifier : item.paths.joined(separator: ", ")
                Diagnostics.report("\(name): \(error)")
            }
        }
        try output.flush()
        if !printsJSON {
            let size = hasUnknownLength ? "of unknown size" : "\(byteCount) bytes"
            Diagnostics.print("\(count) uploads, \(size)")
        }
        return failureCount == 0 ? .success : .usage
    }

    private func line(of item: PreviewedItem, length: Int64?) -> String {
        guard printsJSON else {
            let size = length.map { "\($0)" } ?? "-"
            let columns = ["\(item.index)", size, item.url, item.paths.joined(separator: " ")]
            return columns.map(DisplayText.escaped).joined(separator: "\t") + "\n"
        }
        let object = JSONWriter.object { object in
            object.member("index", item.index)
            object.member("id", item.identifier)
            object.member("key", item.key.description)
            object.member("url", item.url)
            object.member("paths", item.paths)
            object.member("length", length)
        }
        return object + "\n"
    }
}
