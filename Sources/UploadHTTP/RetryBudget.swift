internal import Synchronization

/// A number of retries that many uploads share, so that a server in trouble doesn't get a multiple
/// of the load.
///
/// Each retry takes one; each success gives a part of one back, up to the capacity.
public final class RetryBudget: Sendable {
    private let capacity: Double
    private let refill: Double
    private let left: Mutex<Double>

    /// Creates a full budget.
    ///
    /// - Parameters:
    ///   - capacity: How many retries there are at the start, and at most; 100 by default.
    ///   - refill: What a success gives back, in retries; 0.5 by default.
    public init(capacity: Int = 100, refill: Double = 0.5) {
        self.capacity = Double(max(0, capacity))
        self.refill = max(0, refill)
        left = Mutex(self.capacity)
    }

    /// Takes one retry.
    ///
    /// - Returns: Whether there was one.
    package func withdraw() -> Bool {
        left.withLock { left in
            guard left >= 1 else { return false }
            left -= 1
            return true
        }
    }

    /// Counts a success.
    package func deposit() {
        left.withLock { $0 = min(capacity, $0 + refill) }
    }
}
