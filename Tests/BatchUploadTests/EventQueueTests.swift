import BatchUpload
import TestSupport
import Testing
import UploadHTTP

@Suite struct EventQueueTests {
    private func progress(_ sent: Int64, of total: Int64?) -> TransferProgress {
        TransferProgress(sent: sent, acknowledged: sent, total: total)
    }

    private func all(_ queue: inout EventQueue) -> [BatchEvent] {
        var events: [BatchEvent] = []
        while let event = queue.next() { events.append(event) }
        return events
    }

    @Test func onlyTheLatestProgressIsKept() {
        var queue = EventQueue(itemCount: 2)
        queue.start(0)
        for sent in [1, 5, 9] as [Int64] { queue.report(progress(sent, of: 10), of: 0) }
        var events = all(&queue)
        guard case .total(let total)? = events.popLast() else { return #expect(Bool(false)) }
        #expect(
            events == [
                .started(index: 0),
                .progress(index: 0, ItemProgress(sentByteCount: 9, totalByteCount: 10)),
            ]
        )
        #expect(total.runningCount == 1 && total.sentByteCount == 9)
    }

    @Test func theEventsOfAnItemKeepTheirOrderAndItsEndIsTheLast() {
        var queue = EventQueue()
        queue.start(3)
        queue.report(progress(4, of: 4), of: 3)
        queue.retry(3, after: .seconds(1))
        queue.report(progress(2, of: 4), of: 3)
        queue.end(3, .failed)
        queue.report(progress(3, of: 4), of: 3)
        let events = all(&queue)
        #expect(
            events.dropLast() == [
                .started(index: 3),
                .retrying(index: 3, after: .seconds(1)),
                .progress(index: 3, ItemProgress(sentByteCount: 4, totalByteCount: 4)),
                .ended(index: 3, .failed),
            ]
        )
        #expect(all(&queue).isEmpty)
    }

    /// Random reports, retries and ends: nothing runs backwards or passes its total.
    @Test(arguments: 0..<40) func noProgressEverRunsBackwards(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...12, using: &generator)
        let sizes = (0..<count).map { _ in Int64.random(in: 0...1000, using: &generator) }
        let isKnown = Bool.random(using: &generator)
        var ledger = ProgressLedger(
            itemCount: isKnown ? count : nil,
            byteCount: isKnown ? sizes.reduce(0, +) : nil
        )
        var waiting = Array(0..<count)
        var running: [Int] = []
        var last = BatchProgress()
        while !waiting.isEmpty || !running.isEmpty {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where !waiting.isEmpty:
                running.append(waiting.removeFirst())
                ledger.start(running[running.count - 1])
            case 1 where !running.isEmpty:
                ledger.retry(running.randomElement(using: &generator) ?? 0)
            case 2 where !running.isEmpty:
                let position = Int.random(in: 0..<running.count, using: &generator)
                let kind = OutcomeKind.allCases.randomElement(using: &generator) ?? .failed
                ledger.end(running.remove(at: position), kind)
            default:
                guard let item = running.randomElement(using: &generator) else { continue }
                // A source may report more than it promised.
                let sent = Int64.random(in: 0...sizes[item] + 5, using: &generator)
                let before = ledger.item(item)?.sentByteCount ?? 0
                ledger.report(progress(sent, of: sizes[item]), of: item)
                let after = ledger.item(item)?.sentByteCount ?? 0
                #expect(after >= before && after <= sizes[item])
            }
            let total = ledger.total
            #expect(total.sentByteCount >= last.sentByteCount)
            #expect(total.sentByteCount <= sizes.reduce(0, +))
            if let bytes = total.totalByteCount { #expect(total.sentByteCount <= bytes) }
            #expect((total.fraction ?? 0) >= (last.fraction ?? 0))
            #expect((0...1).contains(total.fraction ?? 0))
            last = total
        }
        #expect(last.counts.total == count && last.runningCount == 0 && last.retryingCount == 0)
        #expect(last.fraction == (isKnown ? 1 : nil))
    }

    /// adopted-ember-addons/ember-file-upload#344, sbg/sevenbridges-python#56,
    /// SeequentEvo/evo-python-sdk#118
    @Test func nothingToSendIsDoneAndNotDividedByZero() {
        #expect(ProgressLedger(itemCount: 0, byteCount: 0).total.fraction == nil)
        var ledger = ProgressLedger(itemCount: 1, byteCount: 0)
        ledger.start(0)
        ledger.report(progress(0, of: 0), of: 0)
        #expect(ledger.total.fraction == 0)
        ledger.end(0, .succeeded)
        #expect(ledger.total.fraction == 1)
    }

    /// android-async-http/android-async-http#394, sgrebnov/cordova-plugin-background-download#6
    @Test func anUnknownTotalIsUnknownAndTheBytesAreCounted() {
        var ledger = ProgressLedger()
        ledger.start(0)
        ledger.report(progress(500, of: nil), of: 0)
        #expect(ledger.total.totalByteCount == nil && ledger.total.fraction == nil)
        #expect(ledger.total.sentByteCount == 500)
        ledger.report(progress(600, of: -1), of: 0)
        #expect(ledger.total.totalByteCount == nil && ledger.total.sentByteCount == 600)
    }

    /// android-async-http/android-async-http#847, barak/vobcopy#4, joltup/rn-fetch-blob#105
    @Test func sizesBeyondThirtyTwoBitsAndImpossibleOnesAddUp() {
        var ledger = ProgressLedger(itemCount: 3, byteCount: nil)
        for item in 0..<3 {
            ledger.start(item)
            ledger.report(progress(.max - 1, of: .max), of: item)
        }
        #expect(ledger.total.sentByteCount == .max && ledger.total.totalByteCount == .max)
        for item in 0..<3 { ledger.end(item, .succeeded) }
        #expect(ledger.total.fraction == 1)
    }
}
