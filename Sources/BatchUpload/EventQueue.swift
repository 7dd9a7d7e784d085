package import UploadHTTP

/// The events that nobody has taken yet, merged where only the latest matters.
///
/// Starts, retries and ends are kept, one by one. Of the progress of an item and of all together
/// only the latest is. An item's events keep their order.
package struct EventQueue: Sendable {
    private var ledger: ProgressLedger
    private let keepsEvents: Bool
    private var kept: [BatchEvent] = []
    private var changed: Set<Int> = []
    private var hasNewTotal = false

    /// Events that are handed out, last one first.
    private var ready: [BatchEvent] = []

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - itemCount: How many items there will be, if that is known.
    ///   - byteCount: How many bytes there will be, if that is known.
    ///   - keepsEvents: Whether there is anything to take but the total.
    package init(itemCount: Int? = nil, byteCount: Int64? = nil, keepsEvents: Bool = true) {
        ledger = ProgressLedger(itemCount: itemCount, byteCount: byteCount)
        self.keepsEvents = keepsEvents
    }

    /// The progress of all items together.
    package var total: BatchProgress { ledger.total }

    /// An item begins.
    package mutating func start(_ index: Int) {
        ledger.start(index)
        keep(.started(index: index))
        hasNewTotal = true
    }

    /// An item has come so far.
    package mutating func report(_ progress: TransferProgress, of index: Int) {
        let before = ledger.item(index)
        ledger.report(progress, of: index)
        if keepsEvents, ledger.item(index) != before { changed.insert(index) }
        hasNewTotal = true
    }

    /// An item's attempt failed, and another one follows.
    package mutating func retry(_ index: Int, after delay: Duration) {
        ledger.retry(index)
        keep(.retrying(index: index, after: delay))
        hasNewTotal = true
    }

    /// An item ended.
    package mutating func end(_ index: Int, _ kind: OutcomeKind) {
        if changed.remove(index) != nil, let progress = ledger.item(index) {
            kept.append(.progress(index: index, progress))
        }
        ledger.end(index, kind)
        keep(.ended(index: index, kind))
        hasNewTotal = true
    }

    /// One of the items that were expected is not part of the run.
    package mutating func leaveOut() {
        ledger.leaveOut()
        hasNewTotal = true
    }

    /// Takes the next event out.
    package mutating func next() -> BatchEvent? {
        if ready.isEmpty { ready = takeAll().reversed() }
        return ready.popLast()
    }

    private mutating func keep(_ event: BatchEvent) {
        if keepsEvents { kept.append(event) }
    }

    private mutating func takeAll() -> [BatchEvent] {
        var events = kept
        kept = []
        for index in changed.sorted() {
            if let progress = ledger.item(index) {
                events.append(.progress(index: index, progress))
            }
        }
        changed = []
        if hasNewTotal { events.append(.total(ledger.total)) }
        hasNewTotal = false
        return events
    }
}
