/// How a cost grows with the amount of work, from results of the same series.
package struct Growth: Sendable, Hashable {
    /// The greatest exponent that counts as linear.
    package static let greatestLinearExponent = 1.05

    /// The name of the series.
    package let series: String

    /// What grows.
    package let metric: Metric

    /// What the work is counted in.
    package let unit: Work.Unit

    /// The exponent of the fitted power; `nil` if the cost is 0 or so small that it says nothing.
    package let exponent: Double?

    /// The cost of one more unit of work: the slope between the smallest and the greatest amount.
    package let marginalCost: Double

    /// Whether the cost is the same on each run, so that its growth is that of the code.
    package let isDeterministic: Bool

    /// Whether the cost grows more than linearly, and not by chance.
    package var isExcessive: Bool {
        isDeterministic && (exponent ?? 0) > Self.greatestLinearExponent
    }

    /// Finds the growth of each metric of each series of `results`.
    ///
    /// The least value of all rounds counts, since noise only adds to a cost.
    package static func all(in results: [BenchmarkResult]) -> [Growth] {
        var names: [String] = []
        for case let name? in results.map(\.series) where !names.contains(name) {
            names.append(name)
        }
        return names.flatMap { name in
            let members = results.filter { $0.series == name }
            return Metric.allCases.compactMap { Growth(name, $0, of: members) }
        }
    }

    private init?(_ series: String, _ metric: Metric, of results: [BenchmarkResult]) {
        let points = results.compactMap { result in
            result.spreads[metric].map { (amount: result.work.amount, cost: $0.minimum) }
        }.sorted { $0.amount < $1.amount }
        guard let first = points.first, let last = points.last, first.amount < last.amount else {
            return nil
        }
        self.series = series
        self.metric = metric
        unit = results[0].work.unit
        isDeterministic =
            metric.tolerance != nil
            && results.allSatisfy { $0.deterministicMetrics.contains(metric) }
        marginalCost = Double(last.cost - first.cost) / Double(last.amount - first.amount)
        exponent =
            last.cost < metric.growthFloor
            ? nil : PowerFit.exponent(points.map { (x: Double($0.amount), y: Double($0.cost)) })
    }
}
