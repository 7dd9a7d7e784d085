import BenchmarkHarness
import Testing

@Suite struct ReportComparisonTests {
    private func report(
        _ values: [Metric: Int64],
        name: String = "a",
        amount: Int = 1,
        deterministic: Set<Metric> = Set(Metric.allCases)
    ) -> BenchmarkReport {
        BenchmarkReport([
            BenchmarkResult(
                name: name,
                work: Work(amount, .parts),
                deterministicMetrics: deterministic,
                samples: [Sample(values)]
            )
        ])
    }

    @Test(
        arguments: [
            (Metric.allocations, 0, 16, false),
            (.allocations, 0, 17, true),
            (.allocations, 1000, 1066, false),
            (.allocations, 1000, 1067, true),
            (.allocations, 1000, 10, false),
            (.systemCalls, 200, 226, false),
            (.systemCalls, 200, 227, true),
            (.memory, 16 << 20, 24 << 20, false),
            (.memory, 16 << 20, (24 << 20) + 1, true),
            (.wall, 1, 1_000_000, false),
            (.processor, 1, 1_000_000, false),
        ] as [(Metric, Int64, Int64, Bool)]
    )
    func aCountIsWorseBeyondItsTolerance(
        _ metric: Metric,
        _ old: Int64,
        _ new: Int64,
        _ isWorse: Bool
    ) {
        let comparison = ReportComparison(old: report([metric: old]), new: report([metric: new]))
        #expect(comparison.rows.map(\.isWorse) == [isWorse])
        #expect(comparison.isAcceptable == !isWorse)
    }

    @Test func whatDependsOnChanceIsShownButNotJudged() {
        let comparison = ReportComparison(
            old: report([.allocations: 10]),
            new: report([.allocations: 1000], deterministic: [])
        )
        #expect(comparison.rows.map(\.ratio) == [100])
        #expect(comparison.isAcceptable)
    }

    @Test func aCaseThatWasNotMeasuredIsNotAcceptable() {
        let comparison = ReportComparison(
            old: BenchmarkReport(
                report([.wall: 1]).results + report([.wall: 1], name: "b").results
            ),
            new: report([.wall: 1])
        )
        #expect(comparison.missingNames == ["b"])
        #expect(!comparison.isAcceptable)
    }

    @Test func aNewCaseIsAcceptable() {
        let comparison = ReportComparison(old: BenchmarkReport([]), new: report([.wall: 1]))
        #expect(comparison.rows.isEmpty)
        #expect(comparison.isAcceptable)
    }

    @Test func anotherAmountOfWorkIsNotCompared() {
        let comparison = ReportComparison(
            old: report([.allocations: 1]),
            new: report([.allocations: 1], amount: 2)
        )
        #expect(comparison.unequalNames == ["a"])
        #expect(comparison.rows.isEmpty)
        #expect(!comparison.isAcceptable)
    }

    @Test func theTableNamesWhatGotWorse() {
        let old = report([.allocations: 100, .wall: 4]).results
        let comparison = ReportComparison(
            old: BenchmarkReport(old + report([.wall: 1], name: "b").results),
            new: report([.allocations: 200, .wall: 2])
        )
        #expect(
            ComparisonTable(comparison).text == """
                case       metric  old  new  ratio
                a            wall    4    2   0.50
                a     allocations  100  200   2.00  WORSE
                b was not measured

                """
        )
    }
}
