package import BatchUpload

/// How far a batch is, as one line; a pure function of what it is told.
package struct BatchLine: Sendable {
    private static let minimumBarWidth = 10
    private static let maximumBarWidth = 40

    private let progress: BatchProgress
    private let elapsed: Duration

    /// Creates a line.
    package init(_ progress: BatchProgress, elapsed: Duration) {
        self.progress = progress
        self.elapsed = elapsed
    }

    /// The line; what has no room in `columns` is left out, from the end.
    package func text(columns: Int = .max) -> String {
        var pieces = pieces[...]
        while pieces.count > 1, Self.length(of: pieces) >= columns { pieces.removeLast() }
        guard let percent, columns < .max else {
            return pieces.joined(separator: "  ")
        }
        // The bar takes what the words leave.
        let room = columns - 1 - Self.length(of: pieces) - "  []".utf8.count
        guard room >= Self.minimumBarWidth else { return pieces.joined(separator: "  ") }
        let width = min(room, Self.maximumBarWidth)
        let filled = width * percent / 100
        let bar =
            "[" + String(repeating: "=", count: filled)
            + String(repeating: " ", count: width - filled) + "]"
        pieces.insert(bar, at: pieces.startIndex + 1)
        return pieces.joined(separator: "  ")
    }

    /// What part is done; all of it only when all has ended, and not when all is sent.
    private var percent: Int? {
        guard let fraction = progress.fraction else { return nil }
        let isDone = progress.itemCount.map { progress.counts.total >= $0 } ?? false
        return min(max(Int(fraction * 100), 0), isDone ? 100 : 99)
    }

    private static func length(of pieces: ArraySlice<String>) -> Int {
        pieces.reduce(0) { $0 + $1.utf8.count + 2 } - 2
    }

    private var pieces: [String] {
        let ended = progress.counts.total
        var pieces = [
            progress.itemCount.map { "\(ended) of \($0) done" } ?? "\(ended) done"
        ]
        if let percent { pieces.insert("\(percent) %", at: 0) }
        let failed = ended - progress.counts.succeeded - progress.counts.skipped
        if failed > 0 { pieces.append("\(failed) failed") }
        if progress.retryingCount > 0 { pieces.append("\(progress.retryingCount) retrying") }
        let seconds = elapsed / .seconds(1)
        if seconds > 0, progress.sentByteCount > 0 {
            let rate = Double(progress.sentByteCount) / seconds
            pieces.append(ByteCountText.text(of: Int64(min(rate, 1e18))) + "/s")
        } else if seconds > 0, ended > 0 {
            pieces.append("\(Int(min(Double(ended) / seconds, 1e9))) a second")
        }
        if let fraction = progress.fraction, fraction > 0, fraction < 1 {
            pieces.append("\(Self.seconds(seconds * (1 - fraction) / fraction)) left")
        }
        return pieces
    }

    /// What became of a batch that has ended.
    package static func summary(_ report: BatchReport, elapsed: Duration) -> String {
        var pieces = OutcomeKind.allCases.compactMap { kind in
            let count = report.counts[kind]
            return count > 0 || kind == .succeeded ? "\(count) \(kind.words)" : nil
        }
        if report.alreadySucceededCount > 0 {
            pieces.append("\(report.alreadySucceededCount) done before")
        }
        return pieces.joined(separator: ", ") + ", in \(seconds(elapsed / .seconds(1)))"
    }

    private static func seconds(_ value: Double) -> String {
        let seconds = Int(max(0, min(value, 86_400 * 365)).rounded())
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if hours > 0 { return "\(hours) h \(minutes) min" }
        return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
    }
}

extension OutcomeKind {
    /// The outcome in a sentence.
    fileprivate var words: String {
        self == .respondedEarly ? "answered early" : rawValue
    }
}
