/// Results as a table for people.
package struct ResultTable: Sendable {
    private let results: [BenchmarkResult]

    /// Creates the table of `results`.
    package init(_ results: [BenchmarkResult]) {
        self.results = results
    }

    /// The table, a line a case.
    package var text: String {
        var table = TextTable([
            "case", "work", "wall", "min", "max", "CPU", "rate", "allocations", "syscalls",
            "memory",
        ])
        for result in results {
            let wall = result.spreads[.wall]
            table.append([
                result.name,
                Self.amount(result.work),
                Self.time(wall?.median),
                Self.time(wall?.minimum),
                Self.time(wall?.maximum),
                Self.time(result.spreads[.processor]?.median),
                Self.rate(result),
                Self.count(result, .allocations),
                Self.count(result, .systemCalls),
                result.spreads[.memory].map { Digits.short(Double($0.median) / 1e6) + " MB" }
                    ?? "-",
            ])
        }
        return table.text
    }

    private static func amount(_ work: Work) -> String {
        guard work.unit == .bytes else { return "\(work.amount) \(work.unit.rawValue)" }
        return Digits.short(Double(work.amount) / Double(1 << 20)) + " MiB"
    }

    private static func time(_ nanoseconds: Int64?) -> String {
        nanoseconds.map { Digits.time(nanoseconds: Double($0)) } ?? "-"
    }

    /// Bytes a second of wall time, or processor time for each other unit.
    private static func rate(_ result: BenchmarkResult) -> String {
        let amount = Double(result.work.amount)
        if result.work.unit == .bytes {
            guard let wall = result.spreads[.wall]?.median, wall > 0 else { return "-" }
            return Digits.short(amount / Double(wall)) + " GB/s"
        }
        guard let processor = result.spreads[.processor]?.median else { return "-" }
        return Digits.time(nanoseconds: Double(processor) / amount) + " each"
    }

    /// The least count; with a tilde where it depends on chance.
    private static func count(_ result: BenchmarkResult, _ metric: Metric) -> String {
        guard let spread = result.spreads[metric] else { return "-" }
        let isExact = result.deterministicMetrics.contains(metric)
        return (isExact ? "" : "~") + String(isExact ? spread.minimum : spread.median)
    }
}
