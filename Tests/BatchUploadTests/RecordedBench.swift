import BatchUpload
import BodyStreaming
import Foundation
import TestSupport
import UploadHTTP

/// Runs recorded batches over one results file in a folder of its own.
struct RecordedBench: Sendable {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    var journalPath: LocalPath { LocalPath(folder.path + "/results.jsonl") }

    /// The last outcome of each item in the results file, and how many lines it has.
    func recorded() throws -> (outcomes: [Int64: OutcomeKind], lineCount: Int) {
        var outcomes: [Int64: OutcomeKind] = [:]
        var count = 0
        var lines = try JournalLines(path: journalPath)
        while let line = try lines.next() {
            count += 1
            if let entry = line.entry, let outcome = entry.outcome {
                outcomes[entry.index] = outcome
            }
        }
        return (outcomes, count)
    }

    /// All that a run tells.
    struct Outcome {
        let report: BatchReport
        let results: [ResultLine]
        let repeatable: [ManifestLine]
    }

    @discardableResult
    func run(
        _ manifest: [String],
        _ transport: ScriptedTransport,
        resumes: Bool = false,
        events: BatchEvents? = nil,
        _ configure: (inout RecordedBatch) throws -> Void = { _ in }
    ) async throws -> (report: BatchReport, results: [ResultLine]) {
        let outcome = try await outcome(
            of: manifest,
            transport,
            resumes: resumes,
            events: events,
            configure
        )
        return (outcome.report, outcome.results)
    }

    func outcome(
        of manifest: [String],
        _ transport: ScriptedTransport,
        resumes: Bool = false,
        events: BatchEvents? = nil,
        _ configure: (inout RecordedBatch) throws -> Void = { _ in }
    ) async throws -> Outcome {
        let text = manifest.joined(separator: "\n")
        var batch = RecordedBatch(session: .instant(transport))
        batch.session.retryPolicy = .none
        batch.survey = try ManifestSurvey { () throws(BatchError) in
            try UploadLines(manifest: Body(text))
        }
        batch.journal = try Journal(path: journalPath)
        if resumes { batch.resume = try JournalIndex(path: journalPath) }
        try configure(&batch)
        var results: [ResultLine] = []
        var repeatable: [ManifestLine] = []
        let lines = try UploadLines(manifest: Body(text))
        let report = try await batch.run(lines, events: events) { line in
            try Self.plan(line)
        } report: { line in
            results.append(line)
        } repeatable: { line in
            repeatable.append(line)
        }
        return Outcome(report: report, results: results, repeatable: repeatable)
    }

    static func plan(_ line: ManifestLine) throws -> ItemPlan {
        let url = try RequestURL(line.url ?? "http://127.0.0.1/")
        var identity = ItemIdentity(method: "POST", url: url)
        for field in line.fields { identity.append(field: field.name, value: field.value) }
        for file in line.files { identity.append(file: file.name, path: file.path, state: nil) }
        let content = line.fields.map(\.value).joined() + line.files.map(\.path.string).joined()
        return ItemPlan(
            identity: identity,
            url: url.text,
            paths: line.files.map(\.path.string),
            isRepeatable: line.idempotencyKey != nil
        ) { key in
            if content == "unpreparable" { throw CocoaError(.fileNoSuchFile) }
            var options = RequestOptions()
            options.idempotencyKey = key.idempotencyKey
            return try Request(url: url, body: Body(content), options: options)
        }
    }

    /// The positions of the items that have ended, in the order of the results file.
    func recordedOrder() throws -> [Int64] {
        var order: [Int64] = []
        var lines = try JournalLines(path: journalPath)
        while let line = try lines.next() {
            if let entry = line.entry, entry.outcome != nil { order.append(entry.index) }
        }
        return order
    }

    /// A manifest of uploads with one field each.
    func manifest(_ values: [String]) -> [String] {
        values.map { #"{"fields":[{"name":"n","value":"\#($0)"}]}"# }
    }
}
