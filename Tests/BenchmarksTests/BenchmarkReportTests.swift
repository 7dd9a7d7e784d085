import BenchmarkHarness
import Testing

@Suite struct BenchmarkReportTests {
    private let results = [
        BenchmarkResult(
            name: "encode/file/copy",
            work: Work(1 << 30, .bytes),
            deterministicMetrics: [.allocations, .systemCalls, .memory],
            samples: [
                Sample([.wall: 30, .processor: 20, .allocations: 15, .memory: 4096]),
                Sample([.wall: 10, .processor: 21, .allocations: 15, .memory: 8192]),
            ]
        ),
        BenchmarkResult(
            name: "growth/\"x\"/2",
            work: Work(2, .lines),
            series: "\"x\"",
            samples: [Sample([.wall: 1])]
        ),
    ]

    private let text = """
        {"version": 1, "results": [
        {"name":"encode/file/copy","unit":"bytes","amount":1073741824,\
        "deterministic":["allocations","systemCalls","memory"],\
        "wall":{"median":10,"min":10,"max":30},\
        "processor":{"median":20,"min":20,"max":21},\
        "allocations":{"median":15,"min":15,"max":15},\
        "memory":{"median":4096,"min":4096,"max":8192}},
        {"name":"growth/\\"x\\"/2","unit":"lines","amount":2,"series":"\\"x\\"",\
        "deterministic":[],"wall":{"median":1,"min":1,"max":1}}
        ]}

        """

    @Test func everyResultStandsOnALineOfItsOwn() {
        #expect(String(decoding: BenchmarkReport(results).json, as: UTF8.self) == text)
    }

    @Test func whatWasWrittenIsRead() throws {
        #expect(try BenchmarkReport(json: Array(text.utf8)) == BenchmarkReport(results))
        let empty = BenchmarkReport([])
        #expect(try BenchmarkReport(json: empty.json) == empty)
    }

    @Test func membersThatAreNotKnownArePassedOver() throws {
        let text = """
            {"tool":{"name":"x"},"version":1,"results":[{"name":"a","unit":"parts","amount":1,
            "deterministic":["allocations","heat"],"heat":{"median":1},"note":[1,2]}]}
            """
        let report = try BenchmarkReport(json: Array(text.utf8))
        #expect(report.results.map(\.name) == ["a"])
        #expect(report.results[0].deterministicMetrics == [.allocations])
        #expect(report.results[0].spreads.isEmpty)
    }

    @Test(arguments: [
        ("", ReportFault.malformed),
        ("[]", .malformed),
        (#"{"version":1,"results":[}"#, .malformed),
        (#"{"version":1,"results":[{"name":"a","amount":0.5}]}"#, .malformed),
        (#"{"results":[]}"#, .version(0)),
        (#"{"version":2,"results":[]}"#, .version(2)),
        (#"{"version":1,"results":[{"unit":"parts","amount":1}]}"#, .incompleteResult(name: nil)),
        (
            #"{"version":1,"results":[{"name":"a","unit":"miles","amount":1}]}"#,
            .incompleteResult(name: "a")
        ),
        (
            #"{"version":1,"results":[{"name":"a","unit":"parts","amount":0}]}"#,
            .incompleteResult(name: "a")
        ),
        (
            #"{"version":1,"results":[{"name":"a","wall":{"median":1,"min":2,"max":3}}]}"#,
            .malformed
        ),
    ])
    func faultsOfFilesAreTold(_ text: String, _ fault: ReportFault) {
        #expect(throws: fault) { try BenchmarkReport(json: Array(text.utf8)) }
    }

    @Test func baselineHasNoTimesAndNoMemory() {
        let baseline = BenchmarkReport(results).baseline
        #expect(baseline.results.map(\.name) == ["encode/file/copy"])
        #expect(
            baseline.results[0].spreads.keys.sorted { $0.rawValue < $1.rawValue } == [.allocations]
        )
    }
}
