import BatchUpload
import BodyStreaming
import CurlTransports
import UploadHTTP

/// `formup batch`: sends many forms and records what became of each.
package struct BatchVerb: Verb {
    package static let description = VerbDescription(
        name: "batch",
        synopsis: "URL PATH… [form flags] [request flags] [batch flags]",
        summary: "Send many forms, one a file or one a line of a manifest",
        discussion: [
            "Each path becomes the last part of a form of its own. With --manifest each line "
                + "describes a form; the URL can stand there, too.",
            "The results file says what became of each upload, also after a crash: with --resume "
                + "a later run leaves out what succeeded and repeats what failed. An upload whose "
                + "answer was lost is unknown; it is repeated only with --retry-unknown or with an "
                + "idempotency key that was given.",
            "It exits with 0 if all succeeded, 75 if every failure may pass, 1 if one will not, and "
                + "130 after an interruption.",
        ]
    )

    package static let flags: [Flag<BatchVerb>] =
        BatchArguments.flags.map { $0.lifted(to: \BatchVerb.batch) } + [
            Flag(
                "silent",
                short: "s",
                section: section,
                default: "off",
                help: "Show no progress and no summary; errors are told all the same"
            ) { verb, _ in
                verb.isSilent = true
            },
            Flag(
                "json",
                section: section,
                default: "off",
                help: "Print the result of each upload as a JSON object"
            ) { verb, _ in
                verb.printsJSON = true
            },
        ] + FormArguments.flags.map { $0.lifted(to: \BatchVerb.form) }
        + RequestArguments.flags.map { $0.lifted(to: \BatchVerb.request) }

    private static let section = "Output"

    private var batch = BatchArguments()
    private var form = FormArguments()
    private var request = RequestArguments()
    private var url: RequestURL?
    private var paths: [LocalPath] = []
    private var isSilent = false
    private var printsJSON = false

    package init() {
        request.idempotency = .automatic
    }

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        try batch.check()
        if let first = operands.first {
            let text = String(decoding: first, as: UTF8.self)
            url = try CommandFailure.catching { () throws(RequestError) in try RequestURL(text) }
        } else if batch.manifestPath == nil {
            throw .usage("batch takes a URL and paths, or a --manifest")
        }
        paths = operands.dropFirst().map { LocalPath(bytes: $0) }
        guard paths.isEmpty || batch.manifestPath == nil && batch.listPath == nil else {
            throw .usage("paths can't stand beside --manifest or --paths-from")
        }
        guard !paths.isEmpty || batch.manifestPath != nil || batch.listPath != nil else {
            throw .usage("batch takes paths behind the URL, --paths-from or --manifest")
        }
        try request.prepare(&form)
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        let input = try BatchInput(batch, paths: paths)
        let planner = try BatchPlanner(
            form,
            template: try await form.finish(),
            request: request,
            url: url,
            input: input
        )
        let transport = CurlTransport(request.configuration)
        var recorded = RecordedBatch(session: try await session(over: transport))
        recorded.maximumConcurrency = batch.concurrency
        recorded.failurePolicy = batch.failsFast ? .failFast : .collectAll
        recorded.retriesUnknown = batch.retriesUnknown
        recorded.shard = batch.shard
        recorded.keepsOrder = batch.keepsOrder
        do {
            // Of a list of paths there is nothing to know but how many they are.
            if input.isRereadable, input.isManifest || !isSilent {
                recorded.survey = try ManifestSurvey(input.lines, check: planner.check)
            }
            try openJournal(&recorded)
        } catch {
            throw .usage("\(error)")
        }
        do {
            if batch.isDryRun {
                let dryRun = BatchDryRun(
                    batch: recorded,
                    planner: planner,
                    printsJSON: printsJSON
                )
                return try await dryRun.run(input.lines())
            }
            // Without libcurl each upload fails with what is missing.
            return try await withTaskExecutorPreference(try? transport.executor()) {
                try await send(recorded, input, planner)
            }
        } catch {
            throw error as? CommandFailure ?? .failure("\(error)")
        }
    }

    private func session(
        over transport: CurlTransport
    ) async throws(CommandFailure) -> UploadSession {
        var pacing = Pacing()
        pacing.maximumConcurrency = batch.concurrency
        pacing.adaptsConcurrency = batch.adaptsConcurrency
        pacing.bytesPerSecond = request.configuration.maximumSendRate.map(Double.init)
        var session = try await request.session(
            over: PacedTransport(transport, pacing: pacing)
        )
        session.retryBudget = RetryBudget(capacity: max(100, batch.concurrency * 16))
        return session
    }

    private func openJournal(_ recorded: inout RecordedBatch) throws(BatchError) {
        guard let path = batch.resultsPath else { return }
        if !batch.isDryRun { recorded.journal = try Journal(path: path) }
        guard batch.resumes, FileInspection.exists(path) else { return }
        recorded.resume = try JournalIndex(path: path)
        let tornCount = recorded.resume.tornLineCount
        if tornCount > 0 {
            let lines = tornCount == 1 ? "a torn line is" : "\(tornCount) torn lines are"
            Diagnostics.report("warning: \(lines) left out of \(path)")
        }
    }

    private func send(
        _ recorded: RecordedBatch,
        _ input: BatchInput,
        _ planner: BatchPlanner
    ) async throws -> ExitStatus {
        let display = BatchDisplay(
            itemCount: recorded.shard == .whole ? recorded.survey?.count : nil,
            isSilent: isSilent
        )
        var output = BufferedOutput(.output)
        var outputFailure: CommandFailure?
        let report = try await display.showing {
            try await recorded.run(input.lines(), events: display.events, plan: planner.plan) {
                result in
                display.take(result)
                guard printsJSON, outputFailure == nil else { return }
                do throws(CommandFailure) {
                    try output.write(String(decoding: result.bytes, as: UTF8.self))
                } catch {
                    outputFailure = error
                }
            }
        }
        display.finish(report)
        try output.flush()
        if let path = batch.summaryPath { try write(report, to: path) }
        if let outputFailure { throw outputFailure }
        return report.exitStatus
    }

    private func write(_ report: BatchReport, to path: LocalPath) throws(CommandFailure) {
        var writer = JSONWriter()
        writer.object { object in
            for kind in OutcomeKind.allCases { object.member(kind.rawValue, report.counts[kind]) }
            object.member("doneBefore", report.alreadySucceededCount)
            object.member("temporary", report.temporaryFailureCount)
        }
        writer.endLine()
        let file = try OutputFile(path)
        try file.write(writer.bytes)
        try file.commit()
    }
}
