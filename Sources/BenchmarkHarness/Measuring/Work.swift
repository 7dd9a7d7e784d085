/// How much a case does, so that costs can be told for a single unit of it.
package struct Work: Sendable, Hashable {
    /// What is counted.
    package enum Unit: String, Sendable, Hashable, CaseIterable {
        case bytes
        case parts
        case reads
        case headers
        case files
        case lines
        case requests
    }

    /// How many.
    package let amount: Int64

    /// Of what.
    package let unit: Unit

    /// Creates an amount of work.
    ///
    /// - Precondition: `amount` is positive.
    package init(_ amount: Int64, _ unit: Unit) {
        precondition(amount > 0, "a case does something")
        self.amount = amount
        self.unit = unit
    }

    /// Creates an amount of work.
    ///
    /// - Precondition: `amount` is positive.
    package init(_ amount: Int, _ unit: Unit) {
        self.init(Int64(amount), unit)
    }
}
