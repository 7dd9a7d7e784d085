/// Growth as a table for people.
package struct GrowthTable: Sendable {
    private let growths: [Growth]

    /// Creates the table of `growths`.
    package init(_ growths: [Growth]) {
        self.growths = growths
    }

    /// The table, a line a series: of each metric the exponent and what one more unit costs.
    package var text: String {
        var names: [String] = []
        for growth in growths where !names.contains(growth.series) { names.append(growth.series) }
        var table = TextTable(
            ["growth", "unit"]
                + Metric.allCases.flatMap { ["\($0.rawValue)^", "+1"] }
        )
        for name in names {
            let members = growths.filter { $0.series == name }
            let unit = members.first?.unit ?? .bytes
            let cells = Metric.allCases.flatMap { metric in
                members.first { $0.metric == metric }.map { Self.cells($0, unit) } ?? ["-", "-"]
            }
            table.append([name, unit == .bytes ? "MiB" : unit.rawValue] + cells)
        }
        return table.text
    }

    private static func cells(_ growth: Growth, _ unit: Work.Unit) -> [String] {
        let exponent = growth.exponent.map { exponent in
            Digits.fixed(exponent, 2) + (growth.isExcessive ? "!" : "")
        }
        let cost = max(growth.marginalCost, 0) * (unit == .bytes ? Double(1 << 20) : 1)
        let text =
            switch growth.metric {
            case .wall, .processor: Digits.time(nanoseconds: cost)
            case .allocations, .systemCalls: Digits.short(cost)
            case .memory: Digits.short(cost) + " B"
            }
        return [exponent ?? "0", text]
    }
}
