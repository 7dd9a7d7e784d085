import BenchmarkHarness
import Testing

@Suite struct GrowthTests {
    private func results(
        _ costs: [Int64],
        of metric: Metric,
        series: String = "s"
    ) -> [BenchmarkResult] {
        zip([100, 200, 400], costs).map { amount, cost in
            BenchmarkResult(
                name: "growth/\(series)/\(amount)",
                work: Work(amount, .parts),
                series: series,
                deterministicMetrics: .init(Metric.allCases),
                samples: [Sample([metric: cost]), Sample([metric: cost + 1000])]
            )
        }
    }

    @Test func linearCostHasTheExponent1AndItsSlope() throws {
        let growth = try #require(
            Growth.all(in: results([300, 600, 1200], of: .allocations)).first
        )
        #expect(growth.series == "s" && growth.metric == .allocations && growth.unit == .parts)
        let exponent = try #require(growth.exponent)
        #expect(abs(exponent - 1) < 1e-9)
        #expect(growth.marginalCost == 3)
        #expect(!growth.isExcessive)
    }

    @Test func quadraticCostIsExcessive() throws {
        let growth = try #require(
            Growth.all(in: results([100, 400, 1600], of: .systemCalls)).first
        )
        let exponent = try #require(growth.exponent)
        #expect(abs(exponent - 2) < 1e-9)
        #expect(growth.isExcessive)
    }

    @Test(
        arguments: [
            (Metric.allocations, [1, 4, 63]), (.memory, [4096, 65_536, 1 << 20]),
            (.systemCalls, [0, 0, 0]),
        ] as [(Metric, [Int64])]
    )
    func costThatIsNoiseHasNoExponent(_ metric: Metric, _ costs: [Int64]) throws {
        let growth = try #require(Growth.all(in: results(costs, of: metric)).first)
        #expect(growth.exponent == nil)
        #expect(!growth.isExcessive)
    }

    @Test func whatDependsOnChanceIsNeverExcessive() throws {
        let times = try #require(
            Growth.all(in: results([1 << 20, 1 << 22, 1 << 24], of: .wall)).first
        )
        #expect(try #require(times.exponent) > 1.9)
        #expect(!times.isExcessive)
        var counts = results([100, 400, 1600], of: .systemCalls)
        counts[1].deterministicMetrics = [.allocations]
        let growth = try #require(Growth.all(in: counts).first)
        #expect(!growth.isExcessive)
    }

    @Test func seriesAreKeptApartAndSingleCasesLeftOut() {
        var single = results([1000, 2000, 4000], of: .wall, series: "one")
        single[0].series = nil
        let all =
            results([1000, 2000, 4000], of: .allocations, series: "a") + single
            + results([5000, 5000, 5000], of: .systemCalls, series: "b")
        let growths = Growth.all(in: all)
        #expect(growths.map(\.series) == ["a", "one", "b"])
        #expect(growths.map(\.metric) == [.allocations, .wall, .systemCalls])
    }

    @Test func oneAmountHasNoGrowth() {
        #expect(Growth.all(in: Array(results([1, 2, 3], of: .wall)[..<1])).isEmpty)
    }
}
