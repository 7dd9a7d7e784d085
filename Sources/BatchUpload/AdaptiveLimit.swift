/// A number of requests at once that finds its own size: one more after each round of successes, a
/// half after a sign of overload (additive increase, multiplicative decrease).
///
/// Source: RFC 5681, section 3.1, https://www.rfc-editor.org/rfc/rfc5681#section-3.1, whose
/// congestion avoidance it follows
package struct AdaptiveLimit: Sendable {
    /// The greatest limit.
    package let maximum: Int

    private var limit: Double

    /// Requests that began before this number say nothing about the present limit.
    private var roundStart = 0

    private var isStarting = true

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - maximum: The greatest limit, at least 1.
    ///   - initial: The limit at the start.
    package init(maximum: Int, initial: Int = 2) {
        self.maximum = max(1, maximum)
        limit = Double(min(max(1, initial), self.maximum))
    }

    /// The limit.
    package var value: Int { Int(limit) }

    /// A request succeeded; the limit doubles each round until the first overload.
    package mutating func succeeded() {
        limit = min(Double(maximum), limit + (isStarting ? 1 : 1 / limit))
    }

    /// A request met an overloaded server.
    ///
    /// - Parameters:
    ///   - number: How many requests had begun before it.
    ///   - begunCount: How many requests have begun.
    package mutating func overloaded(_ number: Int, begunCount: Int) {
        guard number >= roundStart else { return }
        isStarting = false
        limit = max(1, limit / 2)
        roundStart = begunCount
    }
}
