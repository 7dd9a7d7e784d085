/// Limits a rate: what is spent beyond the stock has to be earned before the next spending.
package struct TokenBucket: Sendable {
    /// What is earned in a second.
    private let rate: Double

    /// The greatest stock: what is earned in a second, or at least one.
    private let capacity: Double

    private var stock: Double
    private var updated: Duration

    /// Creates a full bucket.
    ///
    /// - Parameters:
    ///   - rate: What is earned in a second; more than 0.
    ///   - now: The time.
    package init(rate: Double, now: Duration) {
        self.rate = max(rate, .leastNormalMagnitude)
        capacity = max(1, rate)
        stock = capacity
        updated = now
    }

    /// When something may be spent: at once if the stock is at least what one spending is worth.
    package mutating func readyTime(atLeast amount: Double, now: Duration) -> Duration {
        earn(until: now)
        let missing = min(amount, capacity) - stock
        guard missing > 0 else { return now }
        return now + .seconds(min(missing / rate, 1e9))
    }

    /// Spends `amount`, which may be more than the stock.
    package mutating func spend(_ amount: Double) {
        stock -= amount
    }

    private mutating func earn(until now: Duration) {
        guard now > updated else { return }
        stock = min(capacity, stock + rate * ((now - updated) / .seconds(1)))
        updated = now
    }
}
