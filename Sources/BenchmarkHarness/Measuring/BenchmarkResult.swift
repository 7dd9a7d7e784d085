/// What was measured of one case in all its rounds.
package struct BenchmarkResult: Sendable, Hashable {
    /// The name of the case, for example `encode/file/copy`.
    package var name: String

    /// How much a run does.
    package var work: Work

    /// The name of the series of growing amounts of work that the case belongs to, if it does.
    package var series: String?

    /// The metrics that are the same on each run, so that a change of theirs is one of the code.
    package var deterministicMetrics: Set<Metric>

    /// The values of all rounds.
    package var spreads: [Metric: Spread]

    /// Creates the result of a case from what its rounds took.
    package init(
        name: String,
        work: Work,
        series: String? = nil,
        deterministicMetrics: Set<Metric> = [],
        samples: [Sample]
    ) {
        self.name = name
        self.work = work
        self.series = series
        self.deterministicMetrics = deterministicMetrics
        spreads = [:]
        for metric in Metric.allCases {
            spreads[metric] = Spread(samples.compactMap { $0[metric] })
        }
    }

    /// What of the result is the same on each run; `nil` if nothing is.
    package var baseline: BenchmarkResult? {
        var result = self
        result.spreads = spreads.filter { metric, _ in
            metric != .memory && deterministicMetrics.contains(metric)
        }
        return result.spreads.isEmpty ? nil : result
    }
}
