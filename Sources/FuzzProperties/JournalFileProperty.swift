import BatchUpload
import BodyStreaming

/// A results file that was cut or damaged anywhere says of each item what its whole lines say, also
/// after it was opened for appending.
func checkJournalFile(_ input: Span<UInt8>) throws(PropertyViolation) {
    var input = FuzzInput([UInt8](input))
    var bytes: [UInt8] = []
    for _ in 0..<input.number(in: 0...12) {
        switch input.number(in: 0...7) {
        case 0: bytes += input.bytes(input.number(in: 0...30))
        case 1: bytes += [0x0D, 0x0A]
        case 2: bytes.removeLast(input.number(in: 0...bytes.count))
        default: bytes += WrittenLine(&input).bytes
        }
    }
    let file = try ScratchFile()
    try file.replace(with: bytes)
    let found = FoundItems(bytes)
    // Nothing is appended to what doesn't begin as a line of a results file does, or a torn one.
    let firstLine = bytes.prefix { $0 != 0x0A }
    let isJournal =
        "{\"v\":".utf8.starts(with: firstLine.prefix(5)) && (!firstLine.isEmpty || bytes.isEmpty)
    let before: JournalIndex
    let after: JournalIndex
    let merge: JournalMerge
    do {
        before = try JournalIndex(path: file.path)
        do {
            _ = try Journal(path: file.path)
            try require(isJournal, "\(bytes.quoted) is taken for a results file")
        } catch BatchError.notAJournal {
            try require(!isJournal, "\(bytes.quoted) is taken for no results file")
        }
        after = try JournalIndex(path: file.path)
        merge = try JournalMerge([file.path])
    } catch let error as PropertyViolation {
        throw error
    } catch {
        guard found.hasOtherVersion, case BatchError.journalVersion = error else {
            throw PropertyViolation("the file can't be read: \(error)")
        }
        return
    }
    try require(!found.hasOtherVersion, "a line of another version is taken")
    try check(before, says: found)
    try check(after, says: found)
    try check(merge, says: found)
}

/// What the lines of a file say, put together line by line.
private struct FoundItems {
    private(set) var entries: [ItemKey: JournalEntry] = [:]
    private(set) var tornLineCount = 0
    private(set) var hasOtherVersion = false

    init(_ bytes: [UInt8]) {
        for var line in bytes.split(separator: 0x0A) {
            if line.last == 0x0D { line.removeLast() }
            guard !line.isEmpty else { continue }
            do throws(JournalEntry.Fault) {
                let entry = try JournalEntry(line)
                if let known = entries[entry.key], !Self.replaces(entry, known) { continue }
                entries[entry.key] = entry
            } catch {
                if case .version = error { hasOtherVersion = true }
                tornLineCount += 1
            }
        }
    }

    /// A failure, a cancellation or a skip says nothing of an earlier run that may have been carried
    /// out; but it does of one that only began.
    private static func replaces(_ entry: JournalEntry, _ known: JournalEntry) -> Bool {
        let saysLittle: Set<OutcomeKind?> = [.failed, .cancelled, .skipped]
        let isCertain: Set<OutcomeKind?> = [.succeeded, .unknown, .respondedEarly]
        return !(saysLittle.contains(entry.outcome) && isCertain.contains(known.outcome))
    }
}

private func check(
    _ index: JournalIndex,
    says found: FoundItems
) throws(PropertyViolation) {
    try require(index.tornLineCount == found.tornLineCount, "\(index.tornLineCount) torn lines")
    for (key, entry) in found.entries {
        let decision = index.decision(for: key, isRepeatable: false)
        let expected: ResumeDecision =
            switch entry.outcome {
            case nil: .report(.unknown, isRecorded: false)
            case .succeeded: .skip
            case .unknown: .report(.unknown, isRecorded: true)
            case .respondedEarly: .report(.respondedEarly, isRecorded: true)
            case .failed, .cancelled, .skipped: .send
            }
        try require(decision == expected, "\(decision) after \(entry)")
        let repeated = index.decision(for: key, isRepeatable: true)
        try require(repeated == (expected == .skip ? .skip : .send), "\(repeated) after \(entry)")
    }
}

private func check(
    _ merge: JournalMerge,
    says found: FoundItems
) throws(PropertyViolation) {
    try require(merge.report.counts.total == found.entries.count, "\(merge.report.counts)")
    var merged: [UInt8] = []
    do {
        try merge.forEachPiece { piece in merged += piece }
    } catch {
        throw PropertyViolation("\(error)")
    }
    let lines = merged.split(separator: 0x0A)
    try require(merged.isEmpty || merged.last == 0x0A, "the last line has no end")
    try require(lines.count == found.entries.count, "\(lines.count) lines are merged")
    var last: Int64 = .min
    for line in lines {
        let entry = try? JournalEntry(line)
        guard let entry, entry == found.entries[entry.key], entry.index >= last else {
            throw PropertyViolation("\(Array(line).quoted) is merged")
        }
        last = entry.index
    }
}
