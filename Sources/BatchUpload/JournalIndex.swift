public import BodyStreaming

/// What a results file says of earlier runs; the last line of an item counts.
///
/// It holds the keys of the items that are not to be sent again without further ado, in about 35
/// bytes each; the lines are read one by one and not kept.
public struct JournalIndex: Sendable {
    /// What is known of an item.
    package enum State: UInt8, Sendable {
        /// It began, and no more is known.
        case began
        /// Its end was recorded as unknown.
        case unknown
        /// The server answered before it had got all.
        case respondedEarly
        /// It succeeded.
        case succeeded

        /// The outcome that was recorded, if one was.
        var outcome: OutcomeKind? {
            switch self {
            case .began: nil
            case .unknown: .unknown
            case .respondedEarly: .respondedEarly
            case .succeeded: .succeeded
            }
        }
    }

    private var states: [ItemKey: State] = [:]

    /// How many lines couldn't be used: a crash or a full disk left a part of a line behind.
    public private(set) var tornLineCount = 0

    /// Creates the index of nothing.
    public init() {}

    /// Reads the results file at `path`.
    ///
    /// - Throws: ``BatchError/journalUnreadable(_:)``,
    ///   ``BatchError/journalVersion(path:line:version:)``, or ``BatchError/cancelled``. A torn line
    ///   is no error.
    public init(path: LocalPath) throws(BatchError) {
        var lines = try JournalLines(path: path)
        while let line = try lines.next() {
            guard !Task.isCancelled else { throw .cancelled }
            if let entry = line.entry { note(entry) } else { tornLineCount += 1 }
        }
    }

    /// How many items are not to be sent again without further ado.
    public var count: Int { states.count }

    /// Takes note of a line.
    package mutating func note(_ entry: JournalEntry) {
        if let known = states[entry.key], !entry.replaces(known.outcome) { return }
        states[entry.key] =
            switch entry.outcome {
            case nil: .began
            case .succeeded: .succeeded
            case .unknown: .unknown
            case .respondedEarly: .respondedEarly
            case .failed, .cancelled, .skipped: nil
            }
    }

    /// What to do with an item.
    ///
    /// - Parameters:
    ///   - key: What it is recognised by.
    ///   - isRepeatable: Whether it may be sent again although it may have been carried out.
    /// - Returns: What to do.
    public func decision(for key: ItemKey, isRepeatable: Bool) -> ResumeDecision {
        switch states[key] {
        case nil: .send
        case .succeeded: .skip
        case .began: isRepeatable ? .send : .report(.unknown, isRecorded: false)
        case .unknown: isRepeatable ? .send : .report(.unknown, isRecorded: true)
        case .respondedEarly: isRepeatable ? .send : .report(.respondedEarly, isRecorded: true)
        }
    }
}

/// What to do with an item when a batch is resumed.
public enum ResumeDecision: Sendable, Hashable {
    /// Send it: it is new, or it failed.
    case send
    /// Leave it out: it succeeded.
    case skip
    /// Report that it ended in this way, and don't send it.
    case report(OutcomeKind, isRecorded: Bool)
}
