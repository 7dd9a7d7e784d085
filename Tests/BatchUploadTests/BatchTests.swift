import BatchUpload
import Synchronization
import TestSupport
import Testing
import UploadHTTP

/// The barrier: every item ends once, and the batch after the last of them.
@Suite(.timeLimit(.minutes(2))) struct BatchTests {
    struct Broken: Error {}

    @Test func resultsComeInInputOrderWhateverEndsFirst() async {
        let gates = (0..<5).map { _ in Gate() }
        let batch = Batch(client: (), maximumConcurrency: 5)
        let results = await batch.run(0..<5) { item, _ in
            // Each item waits for the one behind it.
            if item < 4 { try await gates[item].pass() }
            if item > 0 { gates[item - 1].open() }
            return item * 10
        }
        #expect(results.results.map(\.index) == [0, 1, 2, 3, 4])
        #expect(results.successes.map(\.value) == [0, 10, 20, 30, 40])
    }

    /// blueimp/jQuery-File-Upload#2875, waynehoover/s3_direct_upload#241
    @Test func oneFailureOfFiveLeavesFourSuccesses() async {
        let results = await Batch(client: ()).run(0..<5) { item, _ in
            if item == 1 { throw Broken() }
            return item
        }
        #expect(
            results.results.map(\.outcome.kind.rawValue) == [
                "succeeded", "failed", "succeeded", "succeeded", "succeeded",
            ]
        )
        #expect(results.counts.succeeded == 4)
        #expect(results.failures.map(\.item) == [1])
    }

    /// dropzone/dropzone#1391
    @Test func aFailureBeforeAnyTransferDoesNotEndTheBatchEarly() async {
        let gate = Gate()
        let ended = Mutex(0)
        let batch = Batch(client: ())
        async let running = batch.run(0..<5) { item, _ in
            if item == 0 { throw Broken() }
            try await gate.pass()
            ended.withLock { $0 += 1 }
        }
        await gate.arrivals(4)
        #expect(ended.withLock { $0 } == 0)
        gate.open()
        let results = await running
        #expect(ended.withLock { $0 } == 4)
        #expect(results.counts.failed == 1 && results.counts.succeeded == 4)
    }

    /// danielm/uploader#82
    @Test(arguments: [0, 3]) func nothingAndNothingButFailuresEndToo(_ count: Int) async {
        let results = await Batch(client: ()).run(0..<count) { _, _ -> Int in throw Broken() }
        #expect(results.results.count == count)
        #expect(results.counts.failed == count)
    }

    @Test(arguments: [1, 2, 7]) func noMoreItemsRunThanAllowed(_ limit: Int) async {
        let state = Mutex((running: 0, peak: 0))
        let batch = Batch(client: (), maximumConcurrency: limit)
        let results = await batch.run(0..<100) { _, _ in
            state.withLock { $0 = ($0.running + 1, max($0.peak, $0.running + 1)) }
            await Task.yield()
            state.withLock { $0.running -= 1 }
        }
        #expect(results.counts.succeeded == 100)
        #expect(state.withLock { $0.peak } <= limit)
    }

    @Test func oneAtATimeKeepsTheOrder() async {
        let order = Mutex<[Int]>([])
        _ = await Batch(client: (), maximumConcurrency: 1).run(0..<50) { item, _ in
            await Task.yield()
            order.withLock { $0.append(item) }
        }
        #expect(order.withLock { $0 } == Array(0..<50))
    }

    @Test func failFastCancelsWhatRunsAndSkipsTheRest() async {
        let gate = Gate()
        let batch = Batch(client: (), maximumConcurrency: 3, failurePolicy: .failFast)
        let results = await batch.run(0..<10) { item, _ in
            if item == 1 {
                await gate.arrivals(2)
                throw Broken()
            }
            try await gate.pass()
        }
        let kinds = results.results.map(\.outcome.kind)
        #expect(kinds[..<3] == [.cancelled, .failed, .cancelled])
        #expect(kinds[3...].allSatisfy { $0 == .skipped })
    }

    @Test func whatSucceedsThoughCancelledIsReportedAsSucceeded() async {
        let gate = Gate()
        let batch = Batch(client: (), maximumConcurrency: 2)
        let task = Task {
            await batch.run(0..<4) { item, _ in
                do { try await gate.pass() } catch { if item == 1 { throw error } }
                return item
            }
        }
        await gate.arrivals(2)
        task.cancel()
        let kinds = await task.value.results.map(\.outcome.kind)
        #expect(kinds == [.succeeded, .cancelled, .cancelled, .cancelled])
    }

    /// Automattic/wordpress-rs#1518, alexeichhorn/YouTubeKit#136
    @Test func whatIsCancelledBeforeItBeginsIsNeverBegun() async {
        let begun = Mutex(0)
        let gate = Gate()
        let task = Task {
            try? await gate.pass()
            return await Batch(client: ()).run(0..<20) { _, _ in
                begun.withLock { $0 += 1 }
            }
        }
        task.cancel()
        let results = await task.value
        #expect(begun.withLock { $0 } == 0)
        #expect(results.counts.cancelled == 20)
    }

    /// Whatever ends when: one outcome an item, each of them true, and nothing runs afterwards.
    @Test(arguments: 0..<60) func everyItemEndsOnceUnderRandomCancellation(_ seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...40, using: &generator)
        let limit = Int.random(in: 1...9, using: &generator)
        let yields = (0..<count).map { _ in Int.random(in: 0...6, using: &generator) }
        let fails = (0..<count).map { _ in Int.random(in: 0..<5, using: &generator) == 0 }
        let policy: FailurePolicy = Bool.random(using: &generator) ? .failFast : .collectAll
        let cancelAfter = Int.random(in: 0...60, using: &generator)
        let running = Mutex(0)
        let truth = Mutex<[Int: OutcomeKind]>([:])
        let task = Task {
            let batch = Batch(client: (), maximumConcurrency: limit, failurePolicy: policy)
            return await batch.run(0..<count) { item, scope in
                running.withLock { $0 += 1 }
                defer { running.withLock { $0 -= 1 } }
                var kind = OutcomeKind.cancelled
                defer { truth.withLock { $0[item] = kind } }
                for _ in 0..<yields[item] {
                    await Task.yield()
                    try Task.checkCancellation()
                }
                kind = fails[item] ? .failed : .succeeded
                if fails[item] { throw Broken() }
                return scope.index
            }
        }
        for _ in 0..<cancelAfter { await Task.yield() }
        task.cancel()
        let results = await task.value
        #expect(running.withLock { $0 } == 0)
        #expect(results.results.map(\.item) == Array(0..<count))
        #expect(results.counts.total == count)
        let known = truth.withLock { $0 }
        for result in results.results {
            if let kind = known[result.index] {
                #expect(result.outcome.kind == kind)
            } else {
                #expect([.cancelled, .skipped].contains(result.outcome.kind))
            }
            if let value = result.outcome.value { #expect(value == result.index) }
        }
    }

    @Test func twoBatchesAtOnceNeverMix() async {
        let batch = Batch(client: "client", maximumConcurrency: 3)
        async let one = batch.run(Array(repeating: "one", count: 200)) { item, _ in
            await Task.yield()
            return item
        }
        async let other = batch.run(Array(repeating: "other", count: 200)) { item, _ in
            await Task.yield()
            return item
        }
        let values = await (one.successes.map(\.value), other.successes.map(\.value))
        #expect(values.0 == Array(repeating: "one", count: 200))
        #expect(values.1 == Array(repeating: "other", count: 200))
    }

    // MARK: Streaming

    @Test func aSequenceIsTakenAsThereIsRoomAndDeliveredAsItEnds() async throws {
        let (stream, source) = AsyncStream.makeStream(of: Int.self)
        let gate = Gate()
        let batch = Batch(client: (), maximumConcurrency: 2)
        let delivered = Mutex<[Int]>([])
        async let counts = batch.run(streaming: stream) { item, _ in
            if item == 0 { try await gate.pass() }
            return item
        } deliver: { result in
            delivered.withLock { $0.append(result.index) }
            if result.index == 2 { gate.open() }
        }
        source.yield(0)
        source.yield(1)
        source.yield(2)
        await gate.arrivals(1)
        source.finish()
        #expect(try await counts.succeeded == 3)
        #expect(delivered.withLock { $0 } == [1, 2, 0])
    }

    @Test func outcomesAreDeliveredWhileTheSequenceIsSlow() async throws {
        let (stream, source) = AsyncStream.makeStream(of: Int.self)
        source.yield(7)
        let counts = try await Batch(client: ()).run(streaming: stream) { item, _ in
            item
        } deliver: { result in
            // The sequence ends only after the first outcome was seen.
            #expect(result.item == 7)
            source.finish()
        }
        #expect(counts.total == 1)
    }

    @Test func theErrorOfASequenceComesAfterTheLastItem() async throws {
        let ended = Mutex(0)
        let stream = AsyncThrowingStream<Int, any Error> { source in
            for item in 0..<5 { source.yield(item) }
            source.finish(throwing: Broken())
        }
        await #expect(throws: Broken.self) {
            _ = try await Batch(client: (), maximumConcurrency: 8).run(streaming: stream) { _, _ in
                await Task.yield()
                ended.withLock { $0 += 1 }
            } deliver: { _ in
            }
        }
        #expect(ended.withLock { $0 } == 5)
    }

    @Test func aCancelledStreamingBatchTakesNoMore() async throws {
        let (stream, source) = AsyncStream.makeStream(of: Int.self)
        let gate = Gate()
        let task = Task {
            try await Batch(client: (), maximumConcurrency: 4).run(streaming: stream) { _, _ in
                try await gate.pass()
            } deliver: { _ in
            }
        }
        source.yield(0)
        source.yield(1)
        await gate.arrivals(2)
        task.cancel()
        let counts = try await task.value
        #expect(counts.cancelled == 2 && counts.total == 2)
    }
}
