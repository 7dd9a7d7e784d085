/// What changed from one report to another.
package struct ReportComparison: Sendable, Hashable {
    /// One metric of one case in both reports.
    package struct Row: Sendable, Hashable {
        /// The name of the case.
        package let name: String
        /// What is compared.
        package let metric: Metric
        /// The value before: of a time the median, of others the least.
        package let old: Int64
        /// The value after.
        package let new: Int64
        /// Whether the value got worse by more than its tolerance, though it doesn't depend on
        /// chance.
        package let isWorse: Bool

        /// The new value divided by the old one; `nil` if that was 0.
        package var ratio: Double? { old == 0 ? nil : Double(new) / Double(old) }
    }

    /// What was measured in both, in the order of the new report.
    package private(set) var rows: [Row] = []

    /// The cases that only the old report has.
    package private(set) var missingNames: [String] = []

    /// The cases whose amount of work isn't the same in both, so that nothing can be compared.
    package private(set) var unequalNames: [String] = []

    /// Whether nothing deterministic got worse, and nothing that was measured is missing.
    package var isAcceptable: Bool {
        missingNames.isEmpty && unequalNames.isEmpty && !rows.contains(where: \.isWorse)
    }

    /// Compares `new` with `old`.
    package init(old: BenchmarkReport, new: BenchmarkReport) {
        var oldResults: [String: BenchmarkResult] = [:]
        for result in old.results { oldResults[result.name] = result }
        for result in new.results {
            guard let oldResult = oldResults.removeValue(forKey: result.name) else { continue }
            guard oldResult.work == result.work else {
                unequalNames.append(result.name)
                continue
            }
            for metric in Metric.allCases {
                guard let old = oldResult.spreads[metric], let new = result.spreads[metric] else {
                    continue
                }
                let isDeterministic = result.deterministicMetrics.contains(metric)
                rows.append(Row(result.name, metric, old, new, isDeterministic))
            }
        }
        missingNames = old.results.map(\.name).filter { oldResults[$0] != nil }
    }
}

extension ReportComparison.Row {
    fileprivate init(
        _ name: String,
        _ metric: Metric,
        _ old: Spread,
        _ new: Spread,
        _ isDeterministic: Bool
    ) {
        self.name = name
        self.metric = metric
        guard isDeterministic, let tolerance = metric.tolerance else {
            self.old = old.median
            self.new = new.median
            isWorse = false
            return
        }
        self.old = old.minimum
        self.new = new.minimum
        let limit = Double(old.minimum) * tolerance.factor + Double(tolerance.slack)
        isWorse = Double(new.minimum) > limit
    }
}
