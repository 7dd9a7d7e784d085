import BatchUpload
import BodyStreaming
import TestSupport
import Testing
import UploadHTTP

/// Results in the order of the lines, whatever ends first.
@Suite(.timeLimit(.minutes(1))) struct RecordedOrderTests {
    private let bench: RecordedBench

    init() throws {
        bench = try RecordedBench()
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
        let run = try await bench.run(bench.manifest((0..<10).map(String.init)), transport) {
            $0.keepsOrder = true
        }
        #expect(try bench.recordedOrder() == Array(0..<10))
        #expect(run.results.map(\.index) == Array(0..<10))
    }

    /// With the first upload under way, no more begin than there is room for their results.
    @Test func aSlowUploadHoldsBackSoManyResultsAndNoMore() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { (request, _) throws(TransportError) in
            let body = (try? await (request.body ?? Body()).collected()) ?? []
            if body == [UInt8(ascii: "0")] { try? await gate.pass() }
            return .with(201)
        }
        let manifest = bench.manifest((0..<200).map(String.init))
        async let running = bench.run(manifest, transport) {
            $0.keepsOrder = true
            $0.maximumConcurrency = 4
            $0.maximumHeldResultCount = 10
        }
        await gate.arrivals(1)
        // The three others go on until ten results wait; what runs by then still ends.
        while transport.count < 11 || transport.running > 1 { await Task.yield() }
        for _ in 0..<200 { await Task.yield() }
        #expect((11...13).contains(transport.count))
        gate.open()
        let results = try await running.results
        #expect(results.map(\.index) == Array(0..<200))
        #expect(try bench.recordedOrder() == Array(0..<200))
    }

    /// The first upload waits for the last one, so that holding back would wait for ever.
    @Test func whatWaitsForALaterUploadDoesntStopTheBatch() async throws {
        var manifest = bench.manifest((0..<50).map(String.init))
        manifest[0] = #"{"id":"first","after":["50"],"fields":[{"name":"n","value":"0"}]}"#
        let run = try await bench.run(manifest, ScriptedTransport(status: 201)) {
            $0.keepsOrder = true
            $0.maximumHeldResultCount = 3
        }
        #expect(run.report.counts.succeeded == 50)
        #expect(run.results.map(\.index) == Array(0..<50))
    }

    /// What a stopped batch leaves over takes its place among the results that wait.
    @Test func aStoppedBatchTellsAllInOrder() async throws {
        var manifest = bench.manifest((0..<30).map(String.init))
        manifest[0] = #"{"id":"first","after":["30"],"fields":[{"name":"n","value":"0"}]}"#
        let transport = ScriptedTransport { (_, number) throws(TransportError) in
            .with(number == 7 ? 400 : 201)
        }
        let run = try await bench.run(manifest, transport) {
            $0.keepsOrder = true
            $0.maximumConcurrency = 1
            $0.failurePolicy = .failFast
        }
        #expect(run.results.map(\.index) == Array(0..<30))
        #expect(try bench.recordedOrder() == Array(0..<30))
        #expect(run.report.counts.succeeded == 7 && run.report.counts.skipped == 22)
    }

    @Test func whatAnEarlierRunLeftUnknownIsToldInOrderAndNotRecordedAgain() async throws {
        let manifest = bench.manifest((0..<5).map(String.init))
        let lost = ScriptedTransport { (_, number) throws(TransportError) in
            guard number == 2 else { return .with(400) }
            throw TransportError(.connectionLost, progress: .sent)
        }
        try await bench.run(manifest, lost) { $0.maximumConcurrency = 1 }
        let lineCount = try bench.recorded().lineCount
        let transport = ScriptedTransport(status: 201)
        let run = try await bench.run(manifest, transport, resumes: true) { $0.keepsOrder = true }
        #expect(run.results.map(\.index) == Array(0..<5))
        #expect(run.results[2].outcome == .unknown && run.report.counts.succeeded == 4)
        #expect(try bench.recorded().lineCount == lineCount + 8)
    }
}
