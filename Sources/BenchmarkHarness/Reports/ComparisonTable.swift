/// A comparison as a table for people.
package struct ComparisonTable: Sendable {
    private let comparison: ReportComparison

    /// Creates the table of `comparison`.
    package init(_ comparison: ReportComparison) {
        self.comparison = comparison
    }

    /// The ratios, a line a metric of a case, and below them what can't be compared.
    package var text: String {
        var table = TextTable(["case", "metric", "old", "new", "ratio", ""])
        for row in comparison.rows {
            table.append([
                row.name,
                row.metric.rawValue,
                String(row.old),
                String(row.new),
                row.ratio.map { Digits.fixed($0, 2) } ?? "-",
                row.isWorse ? "WORSE" : "",
            ])
        }
        let missing = comparison.missingNames.map { "\($0) was not measured\n" }
        let unequal = comparison.unequalNames.map { "\($0) was measured with another size\n" }
        return table.text + (missing + unequal).joined()
    }
}
