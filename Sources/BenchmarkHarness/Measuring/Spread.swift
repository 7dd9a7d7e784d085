/// The middle and the ends of a series of values.
package struct Spread: Sendable, Hashable {
    /// The value in the middle; of two, the lower.
    package let median: Int64
    /// The least value.
    package let minimum: Int64
    /// The greatest value.
    package let maximum: Int64

    /// Creates the spread of `values`; `nil` if there are none.
    package init?(_ values: some Sequence<Int64>) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        minimum = first
        maximum = last
        median = sorted[(sorted.count - 1) / 2]
    }

    /// Creates a spread of which all is known.
    ///
    /// - Precondition: `minimum` is the least and `maximum` the greatest of the three.
    package init(median: Int64, minimum: Int64, maximum: Int64) {
        precondition(minimum <= median && median <= maximum, "the median isn't in the middle")
        self.median = median
        self.minimum = minimum
        self.maximum = maximum
    }
}
