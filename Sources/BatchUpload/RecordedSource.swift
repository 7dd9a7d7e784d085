/// Turns the lines of a batch into items: leaves out what other shards or earlier runs do, and holds
/// back what waits for others.
struct RecordedSource: ~Copyable, ItemSource {
    typealias Item = RecordedItem

    private var lines: UploadLines
    private let plan: (ManifestLine) throws -> ItemPlan
    private let resume: JournalIndex
    private let retriesUnknown: Bool
    private let shard: Shard
    private let survey: ManifestSurvey?
    private let order: ResultOrder?
    private let events: BatchEvents?
    private let maximumWaitingCount: Int

    private var repeats = RepeatCounter()
    /// Which items wait for others; `nil` if none can.
    private(set) var schedule: DependencySchedule<RecordedItem>?
    private var released: [RecordedItem] = []

    /// How many lines were read.
    private(set) var lineCount = 0

    private var runningCount = 0

    /// How many items an earlier run has done.
    private(set) var alreadySucceededCount = 0

    init(
        _ batch: RecordedBatch,
        lines: consuming UploadLines,
        order: ResultOrder?,
        events: BatchEvents?,
        plan: @escaping (ManifestLine) throws -> ItemPlan
    ) {
        self.lines = lines
        self.plan = plan
        self.order = order
        self.events = events
        maximumWaitingCount = batch.maximumWaitingCount
        resume = batch.resume
        retriesUnknown = batch.retriesUnknown
        shard = batch.shard
        survey = batch.survey
        // Without dependencies nothing has to be remembered of what ended.
        let hasDependencies = batch.survey?.hasDependencies ?? self.lines.canHaveDependencies
        if hasDependencies { schedule = DependencySchedule() }
    }

    /// Whether lines have to wait until an item has ended, since too much is in memory by then.
    private var holdsBack: Bool {
        if waitingCount >= maximumWaitingCount { return true }
        // The result that the others wait for may be that of an item which waits for a later line.
        return waitingCount == 0 && order?.isFull == true
    }

    /// How many items wait for others.
    private var waitingCount: Int { schedule?.waitingCount ?? 0 }

    mutating func next() throws -> NextItem<RecordedItem> {
        while true {
            if let item = released.popLast() {
                runningCount += 1
                return .item(item, index: item.index)
            }
            // Many lines can follow each other that are left out.
            try Task.checkCancellation()
            if runningCount > 0, holdsBack { return .blocked }
            switch try lines.next() {
            case .line(let line): try admit(line)
            case .pending(let wait): return .pending(wait)
            case .finished:
                guard waitingCount > 0 else { return .finished }
                if runningCount > 0 { return .blocked }
                releaseStranded()
            }
        }
    }

    mutating func ended(_ item: RecordedItem, at index: Int, _ kind: OutcomeKind) {
        runningCount -= 1
        guard let release = schedule?.end(item.identifier, hasSucceeded: kind == .succeeded) else {
            return
        }
        take(release)
    }

    /// Hands over items without regard to what they depend on.
    mutating func nextInAnyOrder() throws -> NextItem<RecordedItem> {
        while true {
            if let item = released.popLast() { return .item(item, index: item.index) }
            released = (schedule?.giveUp() ?? []).reversed()
            guard released.isEmpty else { continue }
            switch try lines.next() {
            case .line(let line): try admit(line)
            case .pending(let wait): return .pending(wait)
            case .finished: return .finished
            }
        }
    }

    private mutating func admit(_ line: ManifestLine) throws {
        let index = lineCount
        lineCount += 1
        let plan = try plan(line)
        // The same upload has the same files, so that in one run its key tells it apart, too.
        let firstKey = plan.identity.key()
        let ordinal = repeats.count(firstKey)
        guard shard == .whole || shard.contains(placement(plan, ordinal, at: index)) else { return }
        let key = ordinal == 0 ? firstKey : plan.identity.key(ordinal: ordinal)
        let task: RecordedItem.Task
        switch resume.decision(for: key, isRepeatable: plan.isRepeatable || retriesUnknown) {
        case .send: task = .send
        case .skip:
            alreadySucceededCount += 1
            events?.recordLeftOut()
            if let release = schedule?.end(line.identifier, hasSucceeded: true) { take(release) }
            return
        case .report(let kind, isRecorded: true): task = .repeatReport(kind)
        case .report(let kind, isRecorded: false): task = .record(kind, .lostInEarlierRun)
        }
        let item = RecordedItem(
            index: index,
            identifier: line.identifier,
            key: key,
            plan: plan,
            description: line,
            task: task
        )
        order?.expect(index)
        guard let release = schedule?.admit(item, as: line.identifier, after: line.after) else {
            released.append(item)
            return
        }
        take(release)
    }

    private func placement(_ plan: ItemPlan, _ ordinal: Int, at index: Int) -> ItemKey {
        survey?.placement(at: index) ?? plan.identity.placement(ordinal: ordinal)
    }

    private mutating func take(_ release: DependencySchedule<RecordedItem>.Release) {
        let skipped = release.skipped.map { item, because in
            item.with(.record(.skipped, .dependency(because)))
        }
        // The last one is taken first.
        released.insert(contentsOf: (release.ready + skipped).reversed(), at: 0)
    }

    /// Nothing runs that the waiting items could wait for: they wait for each other, or for lines
    /// that aren't there. A description that can be read twice was checked for that before.
    private mutating func releaseStranded() {
        released = (schedule?.giveUp() ?? []).reversed().map { item in
            item.with(.record(.failed, .stranded))
        }
    }
}

extension ResultLine.Failure {
    static let lostInEarlierRun = Self(
        kind: "interrupted",
        message: "it was begun in an earlier run, whose end is not recorded; "
            + "check the server, or repeat it with --retry-unknown",
        isRetryable: false
    )

    static let stranded = Self(
        kind: "dependency",
        message: "it waits for an id that is not in the manifest, or in a cycle",
        isRetryable: false
    )

    static func dependency(_ identifier: String) -> Self {
        Self(
            kind: "dependency",
            message: "\"\(identifier)\" did not succeed",
            isRetryable: false
        )
    }
}
