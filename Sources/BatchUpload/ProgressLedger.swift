package import UploadHTTP

/// Adds up the progress of many items.
package struct ProgressLedger: Sendable {
    private struct Running {
        /// The bytes of this attempt.
        var sent: Int64 = 0
        /// The most bytes of any attempt.
        var shown: Int64 = 0
        var total: Int64?
        var isRetrying = false
    }

    /// What is known before the first item begins.
    private let expectedByteCount: Int64?

    private var running: [Int: Running] = [:]
    private var progress = BatchProgress()
    private var beganCount = 0

    // No sum of sizes that were reported, however wrong, overflows 128 bits.

    /// The bytes of the items that succeeded, and of all that ended.
    private var succeededByteCount: Int128 = 0
    private var endedByteCount: Int128 = 0
    private var runningByteCount: Int128 = 0
    private var runningTotal: Int128 = 0
    private var unknownTotalCount = 0

    /// Creates an empty ledger.
    ///
    /// - Parameters:
    ///   - itemCount: How many items there will be, if that is known.
    ///   - byteCount: How many bytes there will be, if that is known.
    package init(itemCount: Int? = nil, byteCount: Int64? = nil) {
        expectedByteCount = byteCount.map { max(0, $0) }
        progress.itemCount = itemCount
    }

    /// The progress of all items together.
    package var total: BatchProgress { progress }

    /// The progress of one item that runs.
    package func item(_ index: Int) -> ItemProgress? {
        running[index].map { ItemProgress(sentByteCount: $0.shown, totalByteCount: $0.total) }
    }

    /// An item begins.
    package mutating func start(_ index: Int) {
        guard running.updateValue(Running(), forKey: index) == nil else { return }
        beganCount += 1
        unknownTotalCount += 1
        progress.runningCount += 1
        update()
    }

    /// An item's current attempt has come so far.
    package mutating func report(_ report: TransferProgress, of index: Int) {
        guard var item = running[index] else { return }
        if let total = report.total, total >= 0, total != item.total {
            if let old = item.total { runningTotal -= Int128(old) } else { unknownTotalCount -= 1 }
            runningTotal += Int128(total)
            item.total = total
        }
        runningByteCount -= Int128(item.sent)
        item.sent = max(0, min(report.acknowledged, item.total ?? .max))
        item.shown = min(max(item.shown, item.sent), item.total ?? .max)
        runningByteCount += Int128(item.sent)
        setRetrying(&item, false)
        running[index] = item
        update()
    }

    /// An item's attempt failed, and another one follows.
    package mutating func retry(_ index: Int) {
        guard var item = running[index] else { return }
        runningByteCount -= Int128(item.sent)
        item.sent = 0
        setRetrying(&item, true)
        running[index] = item
        update()
    }

    /// An item ended; it may never have begun.
    package mutating func end(_ index: Int, _ kind: OutcomeKind) {
        if var item = running.removeValue(forKey: index) {
            setRetrying(&item, false)
            progress.runningCount -= 1
            runningByteCount -= Int128(item.sent)
            if let total = item.total {
                runningTotal -= Int128(total)
            } else {
                unknownTotalCount -= 1
            }
            let size = Int128(item.total ?? item.sent)
            endedByteCount += size
            if kind == .succeeded { succeededByteCount += size }
        } else {
            beganCount += 1
        }
        progress.counts.count(kind)
        update()
    }

    /// One of the items that were expected is not part of the run: an earlier run has done it.
    package mutating func leaveOut() {
        progress.itemCount = progress.itemCount.map { max(0, $0 - 1) }
        update()
    }

    private mutating func setRetrying(_ item: inout Running, _ value: Bool) {
        guard item.isRetrying != value else { return }
        item.isRetrying = value
        progress.retryingCount += value ? 1 : -1
    }

    private mutating func update() {
        let known = Int64(clamping: endedByteCount + runningTotal)
        let haveAllBegun = progress.itemCount == beganCount && unknownTotalCount == 0
        let total = expectedByteCount.map { max($0, known) } ?? (haveAllBegun ? known : nil)
        if let total { progress.totalByteCount = max(total, progress.totalByteCount ?? 0) }
        let sent = Int64(clamping: succeededByteCount + runningByteCount)
        progress.sentByteCount = max(progress.sentByteCount, sent)
        if let fraction { progress.fraction = max(progress.fraction ?? 0, min(1, fraction)) }
    }

    private var fraction: Double? {
        if let itemCount = progress.itemCount, progress.counts.total >= itemCount { return 1 }
        let done = Double(endedByteCount + runningByteCount)
        if let total = progress.totalByteCount, total > 0 { return done / Double(total) }
        return progress.itemCount.map { Double(progress.counts.total) / Double($0) }
    }
}
