/// An item of a recorded batch on its way; an object, since it is handed on many times.
final class RecordedItem: Sendable {
    /// What is to be done.
    enum Task: Sendable {
        /// Send it.
        case send
        /// Record that it ended so, without sending it.
        case record(OutcomeKind, ResultLine.Failure?)
        /// It ended so in an earlier run, and that is recorded.
        case repeatReport(OutcomeKind)
    }

    let index: Int
    let identifier: String
    let key: ItemKey
    let plan: ItemPlan
    /// The line that describes it.
    let description: ManifestLine
    let task: Task

    init(
        index: Int,
        identifier: String,
        key: ItemKey,
        plan: ItemPlan,
        description: ManifestLine,
        task: Task
    ) {
        self.index = index
        self.identifier = identifier
        self.key = key
        self.plan = plan
        self.description = description
        self.task = task
    }

    /// The item with something else to be done.
    func with(_ task: Task) -> RecordedItem {
        RecordedItem(
            index: index,
            identifier: identifier,
            key: key,
            plan: plan,
            description: description,
            task: task
        )
    }

    /// Whether its end goes into the results file in this run.
    var isRecorded: Bool {
        if case .repeatReport = task { false } else { true }
    }

    /// The line of the item if the batch was stopped before it came to the item.
    func leftOverLine(_ outcome: OutcomeKind) -> ResultLine {
        switch task {
        case .send: line(outcome)
        case .record(let known, let failure): line(known, failure)
        case .repeatReport(let known): line(known)
        }
    }

    /// The line of the item if it ended without being sent.
    func line(_ outcome: OutcomeKind, _ failure: ResultLine.Failure? = nil) -> ResultLine {
        var line = ResultLine(
            index: index,
            identifier: identifier,
            key: key,
            outcome: outcome,
            url: plan.url,
            paths: plan.paths
        )
        line.error = failure
        return line
    }
}
