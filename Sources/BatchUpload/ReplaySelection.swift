/// Chooses the uploads of a batch that another one sends again: what failed, was cancelled or was
/// skipped, and what may have been carried out only if it can be repeated all the same.
///
/// What is to start after something else starts after it again, unless that has succeeded. What
/// waits for an upload that is not chosen is not chosen either.
struct ReplaySelection {
    private let repeatsUnknown: Bool
    private let hasDependencies: Bool

    /// The names of what was chosen, where others can wait for it.
    private var chosen: Set<String> = []

    /// What starts after others, of which some may not have ended.
    private var dependent: [ManifestLine] = []

    init(repeatsUnknown: Bool, hasDependencies: Bool) {
        self.repeatsUnknown = repeatsUnknown
        self.hasDependencies = hasDependencies
    }

    /// Takes note of how an item ended, and returns its line if it is chosen by now.
    mutating func take(_ item: RecordedItem, _ outcome: OutcomeKind) -> ManifestLine? {
        switch outcome {
        case .succeeded: return nil
        case .unknown, .respondedEarly:
            guard repeatsUnknown || item.plan.isRepeatable else { return nil }
        case .failed, .cancelled, .skipped: break
        }
        guard item.description.after.isEmpty else {
            dependent.append(item.description)
            return nil
        }
        if hasDependencies { chosen.insert(item.identifier) }
        return item.description
    }

    /// The rest of what is chosen, when all has ended.
    consuming func rest(of schedule: DependencySchedule<RecordedItem>?) -> [ManifestLine] {
        var chosen = chosen
        var lines = dependent.map { line in
            var line = line
            line.after.removeAll { schedule?.hasSucceeded($0) == true }
            return line
        }
        // Whatever is left when nothing falls out any more can start.
        chosen.formUnion(lines.map(\.identifier))
        var count = -1
        while count != lines.count {
            count = lines.count
            lines.removeAll { line in
                guard !line.after.allSatisfy(chosen.contains) else { return false }
                chosen.remove(line.identifier)
                return true
            }
        }
        return lines
    }
}
