import BatchUpload
import BodyStreaming
import Synchronization
import UploadHTTP

/// Shows how far a batch is: a line that is redrawn on a terminal, and elsewhere a plain one now and
/// then; and at the end what failed.
final class BatchDisplay: Sendable {
    private struct State {
        var counts = BatchCounts()
        var lastLine: ContinuousClock.Instant
        var failures: [String] = []
    }

    /// How many failures are told one by one.
    private static let maximumFailureCount = 20

    private static let redrawInterval = Duration.milliseconds(100)
    private static let lineInterval = Duration.seconds(10)

    /// Goes to the start of the line and clears the rest of it.
    private static let lineStart = "\r\u{1B}[K"

    private let state: Mutex<State>
    private let begin = ContinuousClock.now
    private let isSilent: Bool
    private let itemCount: Int?

    /// What is redrawn; `nil` where nobody watches.
    let events: BatchEvents?

    init(itemCount: Int?, isSilent: Bool) {
        self.isSilent = isSilent
        self.itemCount = itemCount
        state = Mutex(State(lastLine: begin))
        events =
            !isSilent && StandardStream.error.isTerminal ? BatchEvents(keepsItems: false) : nil
    }

    /// Redraws the line as long as `work` goes on, and clears it then.
    func showing<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        // Leaving the function cancels the drawing and waits for its end.
        async let _ = redraw()
        return try await work()
    }

    private func redraw() async {
        guard let events else { return }
        while !Task.isCancelled {
            let line = BatchLine(events.progress, elapsed: begin.duration(to: .now))
            let text = line.text(columns: TerminalWidth.columns(of: .error))
            try? StandardStream.error.write(Self.lineStart + text)
            try? await Task.sleep(for: Self.redrawInterval)
        }
        try? StandardStream.error.write(Self.lineStart)
    }

    /// Tells what happens to an upload, behind its name.
    func log(_ line: ManifestLine, _ event: UploadEvent) {
        let log = TransferLog(label: "[\(line.identifier)] ", printLine)
        if case .attemptStarted(number: 1, _) = event {
            for file in line.files { printLine("[\(line.identifier)] * \(file.path)") }
        }
        log.take(event)
    }

    /// Writes a line of words above the line that is redrawn.
    private func printLine(_ line: String) {
        if events != nil { try? StandardStream.error.write(Self.lineStart) }
        Diagnostics.print(line)
    }

    /// Takes note of a result.
    func take(_ result: ResultLine) {
        state.withLock { state in
            state.counts.count(result.outcome)
            if result.outcome != .succeeded, result.outcome != .skipped,
                result.outcome != .cancelled
            {
                note(result, in: &state)
            }
            guard !isSilent, events == nil else { return }
            let now = ContinuousClock.now
            guard state.lastLine.duration(to: now) >= Self.lineInterval else { return }
            state.lastLine = now
            var progress = BatchProgress()
            progress.counts = state.counts
            progress.itemCount = itemCount
            progress.fraction = itemCount.map { Double(state.counts.total) / Double(max(1, $0)) }
            Diagnostics.print(BatchLine(progress, elapsed: begin.duration(to: now)).text())
        }
    }

    /// Tells what failed and how many did what.
    ///
    /// - Parameters:
    ///   - report: What became of the uploads.
    ///   - isRecorded: Whether there is a results file.
    func finish(_ report: BatchReport, isRecorded: Bool) {
        let (failures, elapsed) = (state.withLock { $0.failures }, begin.duration(to: .now))
        for failure in failures { Diagnostics.report(failure) }
        let rest =
            report.counts.failed + report.counts.unknown + report.counts.respondedEarly
            - failures.count
        if rest > 0 {
            let place = isRecorded ? "the results file names" : "--results FILE would name"
            Diagnostics.report("and \(rest) more, which \(place)")
        }
        if let index = report.firstUnlistedIndex {
            Diagnostics.report(
                "interrupted: uploads from number \(index + 1) on were not begun, and have no result"
            )
        }
        guard !isSilent else { return }
        Diagnostics.print(BatchLine.summary(report, elapsed: elapsed))
    }

    private func note(_ result: ResultLine, in state: inout State) {
        guard state.failures.count < Self.maximumFailureCount else { return }
        let name = result.paths.isEmpty ? result.identifier : result.paths.joined(separator: ", ")
        let reason =
            switch result.outcome {
            case .respondedEarly:
                "the server answered \(result.status ?? 0) before it had the whole body"
            case .unknown:
                (result.error?.message ?? "the answer was lost")
                    + "; the server may have carried it out"
            default: result.error?.message ?? result.outcome.rawValue
            }
        state.failures.append("\(name): \(reason)")
    }
}
