/// What one run took; a metric that the machine doesn't tell is missing.
package struct Sample: Sendable, Hashable {
    /// The values, none of which is negative.
    package var values: [Metric: Int64]

    /// Creates a sample.
    package init(_ values: [Metric: Int64]) {
        self.values = values
    }

    /// The value of one metric.
    package subscript(metric: Metric) -> Int64? { values[metric] }
}
