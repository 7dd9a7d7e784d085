import BatchUpload
import BodyStreaming
import Foundation
import TestSupport
import Testing
import UploadHTTP

@Suite(.timeLimit(.minutes(2))) struct RecordedBatchTests {
    private let bench: RecordedBench

    init() throws {
        bench = try RecordedBench()
    }

    // MARK: Recording

    @Test func everyItemHasABeginAndAnEndInTheFile() async throws {
        let (report, results) = try await bench.run(
            bench.manifest(["a", "b", "unpreparable"]),
            ScriptedTransport(status: 201)
        )
        #expect(report.counts.succeeded == 2 && report.counts.failed == 1)
        #expect(results.first { $0.outcome == .failed }?.error?.kind == "request")
        // What can't be prepared is never begun.
        #expect(try bench.recorded().lineCount == 5)
        #expect(try bench.recorded().outcomes == [0: .succeeded, 1: .succeeded, 2: .failed])
    }

    @Test func theBeginIsInTheFileBeforeTheFirstByteIsSent() async throws {
        let path = bench.journalPath
        let transport = ScriptedTransport { (_, _) throws(TransportError) in
            let index = try? JournalIndex(path: path)
            #expect(index?.count == 1)
            return .with(201)
        }
        try await bench.run(bench.manifest(["a"]), transport)
        #expect(transport.count == 1)
    }

    @Test func nothingIsSentThatCantBeRecorded() async throws {
        #if os(Linux)
        let transport = ScriptedTransport(status: 201)
        await #expect(throws: BatchError.self) {
            try await bench.run(bench.manifest((0..<50).map(String.init)), transport) { batch in
                batch.journal = try Journal(path: "/dev/full")
            }
        }
        #expect(transport.count == 0)
        #endif
    }

    @Test func onePathTwiceIsTwoUploadsWithTwoKeys() async throws {
        let transport = ScriptedTransport(status: 201)
        let (_, results) = try await bench.run(bench.manifest(["same", "same", "same"]), transport)
        #expect(Set(results.map(\.key)).count == 3)
        #expect(Set(transport.requests.map(\.options.idempotencyKey?.value)).count == 3)
        try await bench.run(
            bench.manifest(["same", "same", "same", "same"]),
            transport,
            resumes: true
        )
        #expect(transport.count == 4)
    }

    // MARK: Resuming

    @Test func aLaterRunSendsWhatFailedAndLeavesOutWhatSucceeded() async throws {
        let first = ScriptedTransport { (_, number) throws(TransportError) in
            .with(number % 3 == 1 ? 400 : 201)
        }
        let items = bench.manifest((0..<9).map(String.init))
        try await bench.run(items, first) { $0.maximumConcurrency = 1 }
        let second = ScriptedTransport(status: 201)
        let (report, _) = try await bench.run(items, second, resumes: true)
        #expect(try await second.bodies().sorted() == ["1", "4", "7"])
        #expect(report.counts.total == 3 && report.alreadySucceededCount == 6)
        #expect(try bench.recorded().outcomes.values.allSatisfy { $0 == .succeeded })
    }

    @Test func whatAnEarlierRunHasDoneIsNoPartOfTheProgress() async throws {
        let first = ScriptedTransport { (_, number) throws(TransportError) in
            .with(number < 8 ? 201 : 400)
        }
        let items = bench.manifest((0..<10).map(String.init))
        try await bench.run(items, first) { $0.maximumConcurrency = 1 }
        let events = BatchEvents(keepsItems: false)
        try await bench.run(items, ScriptedTransport(status: 201), resumes: true, events: events) {
            #expect($0.expectedCount == nil)
        }
        #expect(events.progress.itemCount == 2 && events.progress.counts.succeeded == 2)
        #expect(events.progress.fraction == 1)
    }

    @Test func aLostAnswerIsReportedAndRepeatedOnlyWhenAsked() async throws {
        let lost = ScriptedTransport { (_, _) throws(TransportError) in
            throw TransportError(.connectionLost, phase: .waiting, progress: .sent)
        }
        let items = bench.manifest(["a", "b"])
        let (report, _) = try await bench.run(items, lost)
        #expect(report.counts.unknown == 2 && !report.hasOnlyTemporaryFailures)
        let size = try bench.recorded().lineCount
        let silent = ScriptedTransport(status: 201)
        for _ in 0..<3 {
            let (again, _) = try await bench.run(items, silent, resumes: true)
            #expect(again.counts.unknown == 2)
        }
        #expect(silent.count == 0)
        #expect(try bench.recorded().lineCount == size)
        let (done, _) = try await bench.run(items, silent, resumes: true) {
            $0.retriesUnknown = true
        }
        #expect(done.counts.succeeded == 2 && silent.count == 2)
    }

    @Test func anItemWithItsOwnKeyIsRepeatedWithoutBeingAsked() async throws {
        let lost = ScriptedTransport { (_, _) throws(TransportError) in
            throw TransportError(.connectionLost, phase: .waiting, progress: .sent)
        }
        let items = [#"{"fields":[{"name":"n","value":"a"}],"idempotencyKey":"kk"}"#]
        try await bench.run(items, lost)
        let transport = ScriptedTransport(status: 201)
        let (report, _) = try await bench.run(items, transport, resumes: true)
        #expect(report.counts.succeeded == 1 && transport.count == 1)
    }

    @Test func aCrashLeavesUnknownAndNeverSilence() async throws {
        // The file of a run that was killed between the begin and the end of its second item.
        let items = bench.manifest(["a", "b", "c"])
        try await bench.run(items, ScriptedTransport(status: 201)) { $0.maximumConcurrency = 1 }
        let text = try String(contentsOfFile: bench.journalPath.string, encoding: .utf8)
        let lines = text.split(separator: "\n")
        let crashed = lines[..<3].joined(separator: "\n") + "\n" + lines[3].prefix(20)
        try crashed.write(toFile: bench.journalPath.string, atomically: false, encoding: .utf8)
        let transport = ScriptedTransport(status: 201)
        let (report, results) = try await bench.run(items, transport, resumes: true)
        #expect(try await transport.bodies() == ["c"])
        #expect(report.counts.unknown == 1 && report.counts.succeeded == 1)
        #expect(results.first { $0.outcome == .unknown }?.index == 1)
        #expect(try bench.recorded().outcomes == [0: .succeeded, 1: .unknown, 2: .succeeded])
    }

    /// tus/tus-js-client#97, transloadit/uppy#1171
    @Test func whatIsDoneIsSentAgainWithoutResumingAndTheFileDoesntGrowWithIt() async throws {
        let transport = ScriptedTransport(status: 201)
        let items = bench.manifest(["a", "b"])
        try await bench.run(items, transport)
        try await bench.run(items, transport)
        #expect(transport.count == 4)
        let size = try bench.recorded().lineCount
        for _ in 0..<5 { try await bench.run(items, transport, resumes: true) }
        #expect(transport.count == 4)
        #expect(try bench.recorded().lineCount == size)
    }

    /// opencloud-eu/desktop#971, tus/TUSKit#162
    @Test func aConflictStaysAFailure() async throws {
        let transport = ScriptedTransport(status: 409)
        for resumes in [false, true] {
            let (report, _) = try await bench.run(
                bench.manifest(["a"]),
                transport,
                resumes: resumes
            )
            #expect(report.counts.failed == 1)
        }
        #expect(try bench.recorded().outcomes == [0: .failed])
    }

    // MARK: Stopping

    @Test func failFastSkipsTheRestAndRecordsIt() async throws {
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            .with(number == 2 ? 400 : 201)
        }
        let (report, results) = try await bench.run(
            bench.manifest((0..<40).map(String.init)),
            transport
        ) { batch in
            batch.maximumConcurrency = 1
            batch.failurePolicy = .failFast
        }
        #expect(transport.count == 3)
        #expect(report.counts.succeeded == 2 && report.counts.failed == 1)
        #expect(report.counts.skipped == 37 && results.count == 40)
        #expect(try bench.recorded().outcomes.count == 40)
    }

    /// All have begun, so that no other item is looked at that would meet the cancellation.
    @Test func aBatchIsCancelledAlsoWhenAllHasBegun() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { (_, _) throws(TransportError) in
            do { try await gate.pass() } catch { throw TransportError(.cancelled) }
            return .with(201)
        }
        let task = Task { [bench] in
            try await bench.run(bench.manifest(["a", "b"]), transport).report
        }
        await gate.arrivals(2)
        task.cancel()
        let report = try await task.value
        #expect(report.wasCancelled && report.counts.cancelled == 2)
    }

    /// What a resumed batch leaves out is many lines in a row without an item.
    @Test func aCancelledBatchStopsReadingLines() async throws {
        let manifest = bench.manifest((0..<20).map(String.init))
        try await bench.run(manifest, ScriptedTransport(status: 201))
        let task = Task { [bench] in
            try await bench.run(manifest, ScriptedTransport(status: 201)) {
                $0.shard = try Shard(index: 0, count: 1_000_000)
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            }
        }
        let report = try await task.value.report
        #expect(report.wasCancelled && report.counts.total == 0)
    }

    @Test func cancellationLeavesAResultForEveryItem() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            if number < 5 { return .with(201) }
            do { try await gate.pass() } catch {
                throw TransportError(.cancelled, progress: number == 5 ? .sent : .partlySent)
            }
            return .with(201)
        }
        let task = Task {
            try await bench.run(bench.manifest((0..<40).map(String.init)), transport) { batch in
                batch.maximumConcurrency = 3
            }
        }
        await gate.arrivals(3)
        task.cancel()
        let (report, _) = try await task.value
        #expect(report.wasCancelled)
        #expect(report.counts.succeeded == 5 && report.counts.unknown == 1)
        #expect(report.counts.cancelled == 34)
        let outcomes = try bench.recorded().outcomes
        #expect(outcomes.count == 40)
        #expect(outcomes.values.filter { $0 == .succeeded }.count == 5)
    }

    /// Cancelled at random and resumed until it is done: everything arrives, nothing twice unless
    /// it was unknown.
    @Test(arguments: 0..<15) func interruptedRunsAddUpToTheWhole(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let items = bench.manifest((0..<30).map(String.init))
        let arrived = Log<String>()
        let transport = ScriptedTransport { (request, _) throws(TransportError) in
            let body = try? await (request.body ?? Body()).collected()
            for _ in 0..<3 {
                await Task.yield()
                if Task.isCancelled { throw TransportError(.cancelled, progress: .partlySent) }
            }
            arrived.append(String(decoding: body ?? [], as: UTF8.self))
            await Task.yield()
            if Task.isCancelled { throw TransportError(.cancelled, progress: .sent) }
            return .with(201)
        }
        var unknowns = 0
        for round in 0..<20 {
            let cancelAfter = Int.random(in: 0...120, using: &generator)
            let task = Task {
                try await bench.run(items, transport, resumes: true) { batch in
                    batch.retriesUnknown = true
                    batch.maximumConcurrency = 4
                }
            }
            for _ in 0..<cancelAfter { await Task.yield() }
            if round < 19 { task.cancel() }
            let report: BatchReport
            do {
                report = try await task.value.report
            } catch BatchError.cancelled {
                // It was before the lines and the results were read.
                continue
            }
            unknowns += report.counts.unknown
            #expect(report.counts.total + report.alreadySucceededCount == 30)
        }
        #expect(Set(arrived.elements).count == 30)
        #expect(arrived.elements.count == 30 + unknowns)
        #expect(try bench.recorded().outcomes.values.allSatisfy { $0 == .succeeded })
    }
}
