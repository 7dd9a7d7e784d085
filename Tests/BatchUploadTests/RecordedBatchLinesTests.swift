import BatchUpload
import BodyStreaming
import Synchronization
import TestSupport
import Testing
import UploadHTTP

/// Where the items of a recorded batch come from: shards, dependencies, and lines that come slowly.
@Suite(.timeLimit(.minutes(2))) struct RecordedBatchLinesTests {
    private let bench: RecordedBench

    init() throws {
        bench = try RecordedBench()
    }

    // MARK: Shards and dependencies

    @Test func shardsSendTheWholeOnce() async throws {
        let items = bench.manifest((0..<90).map { "\($0 % 80)" })
        let transport = ScriptedTransport(status: 201)
        var sizes: [Int] = []
        for index in 0..<3 {
            let (report, _) = try await bench.run(items, transport) { batch in
                batch.shard = try Shard(index: index, count: 3)
            }
            sizes.append(report.counts.succeeded)
        }
        #expect(sizes.reduce(0, +) == 90 && sizes.allSatisfy { $0 > 9 })
        #expect(try await transport.bodies().sorted() == (0..<90).map { "\($0 % 80)" }.sorted())
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
        try await bench.run(chain, transport) { if !isSurveyed { $0.survey = nil } }
        #expect(try await transport.bodies().filter { $0 != "e" } == ["a", "b", "c", "d"])
    }

    /// Lines that wait are in memory, so that there must not be any number of them.
    @Test func noLineIsReadWhileTooManyWait() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            if number == 0 { try? await gate.pass() }
            return .with(201)
        }
        let dependent = (1..<100).map {
            #"{"id":"\#($0)","fields":[{"name":"n","value":"\#($0)"}],"after":["first"]}"#
        }
        let count = Mutex(0)
        var batch = RecordedBatch(session: .instant(transport))
        batch.maximumWaitingCount = 10
        let lines = [#"{"id":"first","fields":[{"name":"n","value":"0"}]}"#] + dependent
        let task = Task { [batch] in
            let text = Body(lines.joined(separator: "\n"))
            return try await batch.run(UploadLines(manifest: text)) { line in
                count.withLock { $0 += 1 }
                return try RecordedBench.plan(line)
            } report: { _ in
            }
        }
        await gate.arrivals(1)
        for _ in 0..<100 { await Task.yield() }
        #expect(count.withLock { $0 } <= 11)
        gate.open()
        #expect(try await task.value.counts.succeeded == 100)
    }

    /// The first lines wait for the last one, more of them than may wait.
    @Test func whatNothingRunsForIsReadOnFor() async throws {
        let dependent = (1..<50).map {
            #"{"id":"\#($0)","fields":[{"name":"n","value":"\#($0)"}],"after":["last"]}"#
        }
        let last = #"{"id":"last","fields":[{"name":"n","value":"0"}]}"#
        let (report, _) = try await bench.run(
            dependent + [last],
            ScriptedTransport(status: 201)
        ) {
            $0.maximumWaitingCount = 3
        }
        #expect(report.counts.succeeded == 50)
    }

    @Test func whatDependsOnAFailureIsSkipped() async throws {
        let transport = ScriptedTransport { (request, _) throws(TransportError) in
            let body = (try? await (request.body ?? Body()).collected()) ?? []
            return .with(body == [UInt8(ascii: "b")] ? 400 : 201)
        }
        let (_, results) = try await bench.run(chain, transport)
        let outcomes = Dictionary(uniqueKeysWithValues: results.map { ($0.identifier, $0.outcome) })
        #expect(
            outcomes == [
                "a": .succeeded, "b": .failed, "c": .skipped, "d": .skipped, "e": .succeeded,
            ]
        )
        let resumed = ScriptedTransport(status: 201)
        try await bench.run(chain, resumed, resumes: true)
        #expect(try await resumed.bodies() == ["b", "c", "d"])
    }

    @Test func dependentItemsStayInOneShard() async throws {
        let transport = ScriptedTransport(status: 201)
        for index in 0..<4 {
            let (report, _) = try await bench.run(chain, transport) { batch in
                batch.shard = try Shard(index: index, count: 4)
            }
            #expect(report.counts.skipped == 0 && report.counts.failed == 0)
        }
        #expect(try await transport.bodies().sorted() == ["a", "b", "c", "d", "e"])
    }

    @Test func aCycleThatCouldntBeSeenBeforeFailsAndDoesntHang() async throws {
        let items = [#"{"id":"x","after":["y"]}"#, #"{"id":"y","after":["x"]}"#, "{}"]
        let transport = ScriptedTransport(status: 201)
        let text = items.joined(separator: "\n")
        var results: [String: OutcomeKind] = [:]
        _ = try await RecordedBatch(session: .instant(transport)).run(
            UploadLines(manifest: Body(text)),
            plan: RecordedBench.plan
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
            plan: RecordedBench.plan
        ) { _ in }
        #expect(report.counts.succeeded == 4)
    }

    @Test func aWrongLineEndsTheBatchAfterWhatRuns() async throws {
        let transport = ScriptedTransport(status: 201)
        let batch = RecordedBatch(session: .instant(transport))
        let count = Mutex(0)
        await #expect(throws: BatchError.self) {
            let lines = try UploadLines(manifest: Body("{}\n{}\n{"))
            _ = try await batch.run(lines, plan: RecordedBench.plan) { _ in
                count.withLock { $0 += 1 }
            }
        }
        #expect(count.withLock { $0 } == 2 && transport.count == 2)
    }
}
