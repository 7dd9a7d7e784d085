import BatchUpload
import BodyStreaming
import Formup
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
                + "idempotency key that was given. --failures leaves it out by the same rule, and "
                + "with it what is to start after it.",
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
                "verbose",
                short: "v",
                section: section,
                default: "off",
                help: "Tell on standard error what is sent and received, behind the id of the "
                    + "upload, without secrets"
            ) { verb, _ in
                verb.isVerbose = true
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
    private var isVerbose = false
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
        let concurrency = concurrency()
        let transport = AutomaticTransport(request.configuration)
        var recorded = RecordedBatch(session: try await session(over: transport, concurrency))
        recorded.maximumConcurrency = concurrency
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
        } catch BatchError.cancelled {
            throw .interrupted
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
            let executor = outputMayWait ? nil : try? transport.executor(for: url)
            return try await withTaskExecutorPreference(executor) {
                try await send(recorded, input, planner)
            }
        } catch {
            throw error as? CommandFailure ?? .failure("\(error)")
        }
    }

    /// Whether a result may have to wait for somebody to read it, which must not hold up the thread
    /// that carries the transfers.
    private var outputMayWait: Bool {
        printsJSON && !StandardStream.output.isRegularFile
            || batch.resultsPath.map(FileInspection.isSpecial) ?? false
    }

    private func session(
        over transport: AutomaticTransport,
        _ concurrency: Int
    ) async throws(CommandFailure) -> UploadSession {
        var pacing = Pacing()
        pacing.maximumConcurrency = concurrency
        pacing.adaptsConcurrency = batch.adaptsConcurrency
        pacing.bytesPerSecond = request.configuration.maximumSendRate.map(Double.init)
        var session = try await request.session(
            over: PacedTransport(transport, pacing: pacing)
        )
        session.retryBudget = RetryBudget(capacity: max(100, concurrency * 16))
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
            itemCount: recorded.expectedCount,
            isSilent: isSilent
        )
        var recorded = recorded
        if isVerbose { recorded.observer = display.log }
        var output = try BatchOutput(batch, input: input, printsResults: printsJSON)
        let report = try await display.showing {
            try await recorded.run(input.lines(), events: display.events, plan: planner.plan) {
                result in
                display.take(result)
                output.take(result)
            } repeatable: { line in
                output.take(repeatable: line)
            }
        }
        display.finish(report, isRecorded: recorded.journal != nil)
        do throws(CommandFailure) {
            try output.finish(report)
        } catch {
            // Standard output may be what was interrupted.
            guard report.wasCancelled else { throw error }
            Diagnostics.report(error.description)
        }
        return report.exitStatus
    }

    /// As many uploads at once as there are descriptors for.
    private func concurrency() -> Int {
        let count = DescriptorLimit.raise(for: batch.concurrency)
        if count < batch.concurrency {
            Diagnostics.report(
                "warning: the limit of open files (ulimit -n) is enough for \(count) uploads at "
                    + "once, not \(batch.concurrency)"
            )
        }
        return count
    }
}
