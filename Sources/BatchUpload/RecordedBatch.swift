public import UploadHTTP

/// A batch of uploads that are described line by line and whose results are recorded, so that a
/// later run can go on where this one ended.
public struct RecordedBatch: Sendable {
    /// Gets the line of an upload and what happens to it.
    public typealias Observer = @Sendable (ManifestLine, UploadEvent) -> Void

    /// What sends the uploads.
    public var session: UploadSession

    /// How many uploads run at once at most; 8 by default.
    public var maximumConcurrency = 8

    /// What the failure of one upload means for the others; nothing by default.
    public var failurePolicy = FailurePolicy.collectAll

    /// Where begins and results are recorded; nowhere by default.
    public var journal: Journal?

    /// What earlier runs have done; nothing by default.
    public var resume = JournalIndex()

    /// Whether uploads are repeated that may have been carried out in an earlier run.
    public var retriesUnknown = false

    /// Which part of the lines is sent; all by default.
    public var shard = Shard.whole

    /// What is known of the lines, if they could be read before.
    public var survey: ManifestSurvey?

    /// Whether results are recorded and reported in the order of the lines; else they are as they
    /// come.
    ///
    /// A result that waits for an earlier one is lost in a crash: its item is `unknown` then.
    public var keepsOrder = false

    /// How many results wait for an earlier one at most, where they keep their order, before no
    /// other upload begins; 1024 by default.
    ///
    /// While uploads wait for others that have to succeed first, there is no limit.
    public var maximumHeldResultCount = 1024

    /// How many uploads wait for others that have to succeed first, before no other line is read
    /// until one of those that run has ended; 10 000 by default.
    public var maximumWaitingCount = 10_000

    /// Called with each event of each upload, on any thread; it must not block.
    public var observer: Observer?

    /// How many bytes of an answer's content are recorded at most; 4096 by default.
    public var maximumRecordedByteCount = 4096

    /// How many uploads this run will end, if that can be told before: not if other shards or earlier
    /// runs do some of them.
    public var expectedCount: Int? {
        shard == .whole && resume.count == 0 ? survey?.count : nil
    }

    /// Creates a batch.
    public init(session: UploadSession) {
        self.session = session
    }

    /// Sends what the lines describe, and returns when all of it has ended.
    ///
    /// When the task is cancelled or the failure policy stops the batch, what was not begun is
    /// recorded as cancelled or skipped; after a cancellation for a second at most, so that of a
    /// long description the last lines may have no result.
    ///
    /// - Parameters:
    ///   - lines: What to send.
    ///   - events: Gets what happens on the way; serves one run.
    ///   - plan: Says how a line is sent; called once a line, in order.
    ///   - report: Gets each result, one after the other.
    ///   - repeatable: Gets the line of each upload that didn't succeed and can be sent again
    ///     without harm, as ``ReplaySelection`` says.
    /// - Returns: What became of the uploads.
    /// - Throws: What `plan` throws, or ``BatchError``; after everything begun has ended.
    public func run(
        _ lines: consuming UploadLines,
        events: BatchEvents? = nil,
        plan: @escaping (ManifestLine) throws -> ItemPlan,
        report: (ResultLine) -> Void,
        repeatable: (ManifestLine) -> Void = { _ in }
    ) async throws -> BatchReport {
        let recorder = Recorder(self)
        var source = RecordedSource(
            self,
            lines: lines,
            order: recorder.order,
            events: events,
            plan: plan
        )
        var batch = Batch(client: session, maximumConcurrency: maximumConcurrency)
        batch.failurePolicy = failurePolicy
        let run = BatchRun(batch: batch, events: events) { (item: RecordedItem, scope) in
            try await recorder.carryOut(item, scope)
        }
        events?.begin(itemCount: shard == .whole ? survey?.count : nil)
        defer { events?.finish() }
        var result = BatchReport()
        var replay = ReplaySelection(
            repeatsUnknown: retriesUnknown,
            hasDependencies: source.schedule != nil
        )
        func tell(_ line: ResultLine) {
            result.count(line)
            report(line)
        }
        var failure: (any Error)?
        let stop = await run.run(&source) { ended in
            do {
                try await recorder.take(ended, tell)
                if let line = replay.take(ended.item, ended.outcome.kind) { repeatable(line) }
            } catch {
                failure = failure ?? error
            }
        }
        if case .source(let error)? = stop { failure = failure ?? error }
        if failure == nil, let stop {
            let rest: OutcomeKind = if case .failure = stop { .skipped } else { .cancelled }
            let isComplete = try await recorder.recordRest(of: &source, as: rest) {
                item,
                outcome,
                ready in
                events?.recordEnd(of: item.index, outcome)
                for (line, _) in ready { tell(line) }
                if let line = replay.take(item, outcome) { repeatable(line) }
            }
            if !isComplete { result.firstUnlistedIndex = source.lineCount }
        }
        for line in replay.rest(of: source.schedule) { repeatable(line) }
        result.alreadySucceededCount = source.alreadySucceededCount
        // Also if all had begun by then; what succeeded all the same was not cancelled.
        result.wasCancelled = Task.isCancelled && (stop != nil || result.unsuccessfulCount > 0)
        try journal?.synchronize()
        if let failure { throw failure }
        return result
    }
}
