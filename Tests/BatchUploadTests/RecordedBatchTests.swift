import BatchUpload
import BodyStreaming
import Foundation
import Synchronization
import TestSupport
import Testing
import UploadHTTP

@Suite(.timeLimit(.minutes(2))) struct RecordedBatchTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private var journalPath: LocalPath { LocalPath(folder.path + "/results.jsonl") }

    /// The last outcome of each item in the results file, and how many lines it has.
    private func recorded() throws -> (outcomes: [Int64: OutcomeKind], lineCount: Int) {
        var outcomes: [Int64: OutcomeKind] = [:]
        var count = 0
        var lines = try JournalLines(path: journalPath)
        while let line = try lines.next() {
            count += 1
            if let entry = line.entry, let outcome = entry.outcome {
                outcomes[entry.index] = outcome
            }
        }
        return (outcomes, count)
    }

    @discardableResult
    private func run(
        _ manifest: [String],
        _ transport: ScriptedTransport,
        resumes: Bool = false,
        _ configure: (inout RecordedBatch) throws -> Void = { _ in }
    ) async throws -> (report: BatchReport, results: [ResultLine]) {
        let text = manifest.joined(separator: "\n")
        var batch = RecordedBatch(session: .instant(transport))
        batch.session.retryPolicy = .none
        batch.survey = try ManifestSurvey { () throws(BatchError) in
            try UploadLines(manifest: Body(text))
        }
        batch.journal = try Journal(path: journalPath)
        if resumes { batch.resume = try JournalIndex(path: journalPath) }
        try configure(&batch)
        var results: [ResultLine] = []
        let lines = try UploadLines(manifest: Body(text))
        let report = try await batch.run(lines) { line in
            try Self.plan(line)
        } report: { line in
            results.append(line)
        }
        return (report, results)
    }

    private static func plan(_ line: ManifestLine) throws -> ItemPlan {
        let url = try RequestURL(line.url ?? "http://127.0.0.1/")
        var identity = ItemIdentity(method: "POST", url: url)
        for field in line.fields { identity.append(field: field.name, value: field.value) }
        for file in line.files { identity.append(file: file.name, path: file.path, state: nil) }
        let content = line.fields.map(\.value).joined() + line.files.map(\.path.string).joined()
        return ItemPlan(
            identity: identity,
            url: url.text,
            paths: line.files.map(\.path.string),
            isRepeatable: line.idempotencyKey != nil
        ) { key in
            if content == "unpreparable" { throw CocoaError(.fileNoSuchFile) }
            var options = RequestOptions()
            options.idempotencyKey = key.idempotencyKey
            return try Request(url: url, body: Body(content), options: options)
        }
    }

    /// A manifest of uploads with one field each.
    private func manifest(_ values: [String]) -> [String] {
        values.map { #"{"fields":[{"name":"n","value":"\#($0)"}]}"# }
    }

    private func bodies(_ transport: ScriptedTransport) async throws -> [String] {
        var bodies: [String] = []
        for request in transport.requests {
            bodies.append(
                String(decoding: try await (request.body ?? Body()).collected(), as: UTF8.self)
            )
        }
        return bodies
    }

    // MARK: Recording

    @Test func everyItemHasABeginAndAnEndInTheFile() async throws {
        let (report, results) = try await run(
            manifest(["a", "b", "unpreparable"]),
            ScriptedTransport(status: 201)
        )
        #expect(report.counts.succeeded == 2 && report.counts.failed == 1)
        #expect(results.first { $0.outcome == .failed }?.error?.kind == "request")
        // What can't be prepared is never begun.
        #expect(try recorded().lineCount == 5)
        #expect(try recorded().outcomes == [0: .succeeded, 1: .succeeded, 2: .failed])
    }

    @Test func theBeginIsInTheFileBeforeTheFirstByteIsSent() async throws {
        let path = journalPath
        let transport = ScriptedTransport { (_, _) throws(TransportError) in
            let index = try? JournalIndex(path: path)
            #expect(index?.count == 1)
            return .with(201)
        }
        try await run(manifest(["a"]), transport)
        #expect(transport.count == 1)
    }

    @Test func nothingIsSentThatCantBeRecorded() async throws {
        #if os(Linux)
        let transport = ScriptedTransport(status: 201)
        await #expect(throws: BatchError.self) {
            try await run(manifest((0..<50).map(String.init)), transport) { batch in
                batch.journal = try Journal(path: "/dev/full")
            }
        }
        #expect(transport.count == 0)
        #endif
    }

    @Test func onePathTwiceIsTwoUploadsWithTwoKeys() async throws {
        let transport = ScriptedTransport(status: 201)
        let (_, results) = try await run(manifest(["same", "same", "same"]), transport)
        #expect(Set(results.map(\.key)).count == 3)
        #expect(Set(transport.requests.map(\.options.idempotencyKey?.value)).count == 3)
        try await run(manifest(["same", "same", "same", "same"]), transport, resumes: true)
        #expect(transport.count == 4)
    }

    @Test func resultsKeepTheOrderOfTheLinesIfAsked() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            if number == 0 {
                try? await gate.pass()
            } else if number == 9 {
                gate.open()
            }
            return .with(201)
        }
        try await run(manifest((0..<10).map(String.init)), transport) { $0.keepsOrder = true }
        var order: [Int64] = []
        var lines = try JournalLines(path: journalPath)
        while let line = try lines.next() {
            if let entry = line.entry, entry.outcome != nil { order.append(entry.index) }
        }
        #expect(order == Array(0..<10))
    }

    // MARK: Resuming

    @Test func aLaterRunSendsWhatFailedAndLeavesOutWhatSucceeded() async throws {
        let first = ScriptedTransport { (_, number) throws(TransportError) in
            .with(number % 3 == 1 ? 400 : 201)
        }
        let items = manifest((0..<9).map(String.init))
        try await run(items, first) { $0.maximumConcurrency = 1 }
        let second = ScriptedTransport(status: 201)
        let (report, _) = try await run(items, second, resumes: true)
        #expect(try await bodies(second).sorted() == ["1", "4", "7"])
        #expect(report.counts.total == 3 && report.alreadySucceededCount == 6)
        #expect(try recorded().outcomes.values.allSatisfy { $0 == .succeeded })
    }

    @Test func aLostAnswerIsReportedAndRepeatedOnlyWhenAsked() async throws {
        let lost = ScriptedTransport { (_, _) throws(TransportError) in
            throw TransportError(.connectionLost, phase: .waiting, progress: .sent)
        }
        let items = manifest(["a", "b"])
        let (report, _) = try await run(items, lost)
        #expect(report.counts.unknown == 2 && !report.hasOnlyTemporaryFailures)
        let size = try recorded().lineCount
        let silent = ScriptedTransport(status: 201)
        for _ in 0..<3 {
            let (again, _) = try await run(items, silent, resumes: true)
            #expect(again.counts.unknown == 2)
        }
        #expect(silent.count == 0)
        #expect(try recorded().lineCount == size)
        let (done, _) = try await run(items, silent, resumes: true) { $0.retriesUnknown = true }
        #expect(done.counts.succeeded == 2 && silent.count == 2)
    }

    @Test func anItemWithItsOwnKeyIsRepeatedWithoutBeingAsked() async throws {
        let lost = ScriptedTransport { (_, _) throws(TransportError) in
            throw TransportError(.connectionLost, phase: .waiting, progress: .sent)
        }
        let items = [#"{"fields":[{"name":"n","value":"a"}],"idempotencyKey":"kk"}"#]
        try await run(items, lost)
        let transport = ScriptedTransport(status: 201)
        let (report, _) = try await run(items, transport, resumes: true)
        #expect(report.counts.succeeded == 1 && transport.count == 1)
    }

    @Test func aCrashLeavesUnknownAndNeverSilence() async throws {
        // The file of a run that was killed between the begin and the end of its second item.
        let items = manifest(["a", "b", "c"])
        try await run(items, ScriptedTransport(status: 201)) { $0.maximumConcurrency = 1 }
        let text = try String(contentsOfFile: journalPath.string, encoding: .utf8)
        let lines = text.split(separator: "\n")
        let crashed = lines[..<3].joined(separator: "\n") + "\n" + lines[3].prefix(20)
        try crashed.write(toFile: journalPath.string, atomically: false, encoding: .utf8)
        let transport = ScriptedTransport(status: 201)
        let (report, results) = try await run(items, transport, resumes: true)
        #expect(try await bodies(transport) == ["c"])
        #expect(report.counts.unknown == 1 && report.counts.succeeded == 1)
        #expect(results.first { $0.outcome == .unknown }?.index == 1)
        #expect(try recorded().outcomes == [0: .succeeded, 1: .unknown, 2: .succeeded])
    }

    /// tus/tus-js-client#97, transloadit/uppy#1171
    @Test func whatIsDoneIsSentAgainWithoutResumingAndTheFileDoesntGrowWithIt() async throws {
        let transport = ScriptedTransport(status: 201)
        let items = manifest(["a", "b"])
        try await run(items, transport)
        try await run(items, transport)
        #expect(transport.count == 4)
        let size = try recorded().lineCount
        for _ in 0..<5 { try await run(items, transport, resumes: true) }
        #expect(transport.count == 4)
        #expect(try recorded().lineCount == size)
    }

    /// opencloud-eu/desktop#971, tus/TUSKit#162
    @Test func aConflictStaysAFailure() async throws {
        let transport = ScriptedTransport(status: 409)
        for resumes in [false, true] {
            let (report, _) = try await run(manifest(["a"]), transport, resumes: resumes)
            #expect(report.counts.failed == 1)
        }
        #expect(try recorded().outcomes == [0: .failed])
    }

    // MARK: Stopping

    @Test func failFastSkipsTheRestAndRecordsIt() async throws {
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            .with(number == 2 ? 400 : 201)
        }
        let (report, results) = try await run(
            manifest((0..<40).map(String.init)),
            transport
        ) { batch in
            batch.maximumConcurrency = 1
            batch.failurePolicy = .failFast
        }
        #expect(transport.count == 3)
        #expect(report.counts.succeeded == 2 && report.counts.failed == 1)
        #expect(report.counts.skipped == 37 && results.count == 40)
        #expect(try recorded().outcomes.count == 40)
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
            try await run(manifest((0..<40).map(String.init)), transport) { batch in
                batch.maximumConcurrency = 3
            }
        }
        await gate.arrivals(3)
        task.cancel()
        let (report, _) = try await task.value
        #expect(report.wasCancelled)
        #expect(report.counts.succeeded == 5 && report.counts.unknown == 1)
        #expect(report.counts.cancelled == 34)
        let outcomes = try recorded().outcomes
        #expect(outcomes.count == 40)
        #expect(outcomes.values.filter { $0 == .succeeded }.count == 5)
    }

    /// Cancelled at random and resumed until it is done: everything arrives, nothing twice unless
    /// it was unknown.
    @Test(arguments: 0..<15) func interruptedRunsAddUpToTheWhole(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let items = manifest((0..<30).map(String.init))
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
                try await run(items, transport, resumes: true) { batch in
                    batch.retriesUnknown = true
                    batch.maximumConcurrency = 4
                }
            }
            for _ in 0..<cancelAfter { await Task.yield() }
            if round < 19 { task.cancel() }
            let report = try await task.value.report
            unknowns += report.counts.unknown
            #expect(report.counts.total + report.alreadySucceededCount == 30)
        }
        #expect(Set(arrived.elements).count == 30)
        #expect(arrived.elements.count == 30 + unknowns)
        #expect(try recorded().outcomes.values.allSatisfy { $0 == .succeeded })
    }

    // MARK: Shards and dependencies

    @Test func shardsSendTheWholeOnce() async throws {
        let items = manifest((0..<90).map { "\($0 % 80)" })
        let transport = ScriptedTransport(status: 201)
        var sizes: [Int] = []
        for index in 0..<3 {
            let (report, _) = try await run(items, transport) { batch in
                batch.shard = try Shard(index: index, count: 3)
            }
            sizes.append(report.counts.succeeded)
        }
        #expect(sizes.reduce(0, +) == 90 && sizes.allSatisfy { $0 > 9 })
        #expect(try await bodies(transport).sorted() == (0..<90).map { "\($0 % 80)" }.sorted())
        #expect(Set(transport.requests.map(\.options.idempotencyKey?.value)).count == 90)
    }

    private let chain = [
        #"{"id":"d","fields":[{"name":"n","value":"d"}],"after":["c"]}"#,
        #"{"id":"c","fields":[{"name":"n","value":"c"}],"after":["b"]}"#,
        #"{"id":"b","fields":[{"name":"n","value":"b"}],"after":["a"]}"#,
        #"{"id":"a","fields":[{"name":"n","value":"a"}]}"#,
        #"{"id":"e","fields":[{"name":"n","value":"e"}]}"#,
    ]

    @Test(arguments: [true, false]) func dependentItemsStartWhenThoseBeforeHaveSucceeded(
        _ isSurveyed: Bool
    ) async throws {
        let transport = ScriptedTransport(status: 201)
        try await run(chain, transport) { if !isSurveyed { $0.survey = nil } }
        #expect(try await bodies(transport).filter { $0 != "e" } == ["a", "b", "c", "d"])
    }

    @Test func whatDependsOnAFailureIsSkipped() async throws {
        let transport = ScriptedTransport { (request, _) throws(TransportError) in
            let body = (try? await (request.body ?? Body()).collected()) ?? []
            return .with(body == [UInt8(ascii: "b")] ? 400 : 201)
        }
        let (_, results) = try await run(chain, transport)
        let outcomes = Dictionary(uniqueKeysWithValues: results.map { ($0.identifier, $0.outcome) })
        #expect(
            outcomes == [
                "a": .succeeded, "b": .failed, "c": .skipped, "d": .skipped, "e": .succeeded,
            ]
        )
        let resumed = ScriptedTransport(status: 201)
        try await run(chain, resumed, resumes: true)
        #expect(try await bodies(resumed) == ["b", "c", "d"])
    }

    @Test func dependentItemsStayInOneShard() async throws {
        let transport = ScriptedTransport(status: 201)
        for index in 0..<4 {
            let (report, _) = try await run(chain, transport) { batch in
                batch.shard = try Shard(index: index, count: 4)
            }
            #expect(report.counts.skipped == 0 && report.counts.failed == 0)
        }
        #expect(try await bodies(transport).sorted() == ["a", "b", "c", "d", "e"])
    }

    @Test func aCycleThatCouldntBeSeenBeforeFailsAndDoesntHang() async throws {
        let items = [#"{"id":"x","after":["y"]}"#, #"{"id":"y","after":["x"]}"#, "{}"]
        let transport = ScriptedTransport(status: 201)
        let text = items.joined(separator: "\n")
        var results: [String: OutcomeKind] = [:]
        _ = try await RecordedBatch(session: .instant(transport)).run(
            UploadLines(manifest: Body(text)),
            plan: Self.plan
        ) { results[$0.identifier] = $0.outcome }
        #expect(results == ["x": .failed, "y": .failed, "3": .succeeded])
    }

    // MARK: Sources

    @Test func linesThatComeSlowlyAreSentAsTheyCome() async throws {
        let (stream, source) = AsyncStream.makeStream(of: [UInt8].self)
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            // Each answer brings the next line.
            if number < 3 { source.yield(Array("{}\n".utf8)) } else { source.finish() }
            return .with(201)
        }
        source.yield(Array("{}\n".utf8))
        let body = Body(BodyStream(label: "lines", replayability: .once) { stream })
        let report = try await RecordedBatch(session: .instant(transport)).run(
            UploadLines(manifest: body),
            plan: Self.plan
        ) { _ in }
        #expect(report.counts.succeeded == 4)
    }

    @Test func aWrongLineEndsTheBatchAfterWhatRuns() async throws {
        let transport = ScriptedTransport(status: 201)
        let batch = RecordedBatch(session: .instant(transport))
        let count = Mutex(0)
        await #expect(throws: BatchError.self) {
            let lines = try UploadLines(manifest: Body("{}\n{}\n{"))
            _ = try await batch.run(lines, plan: Self.plan) { _ in count.withLock { $0 += 1 } }
        }
        #expect(count.withLock { $0 } == 2 && transport.count == 2)
    }
}
