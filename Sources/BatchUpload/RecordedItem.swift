/// An item of a recorded batch on its way.
struct RecordedItem: Sendable {
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
    var task: Task

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
