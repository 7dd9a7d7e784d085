/// How long to wait for the rest of an answer that came before the body's end: the peer may never
/// end it.
package struct EarlyAnswerClock: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// How long the answer may pause, and how long it may take in all, before it is taken as it is.
    private static let longestPause = Duration.seconds(1)
    private static let limit = Duration.seconds(10)

    private var start: Instant?
    private var byteCount: Int64 = -1

    /// When the waiting ends if nothing comes; `nil` before the first look.
    package private(set) var end: Instant?

    package init() {}

    /// Whether to wait no longer.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - byteCount: The bytes of the answer's content so far.
    /// - Returns: Whether the answer is taken as it is.
    package mutating func isOver(at now: Instant, byteCount: Int64) -> Bool {
        if end == nil || self.byteCount != byteCount {
            let start = start ?? now
            self.start = start
            self.byteCount = byteCount
            end = min(now + Self.longestPause, start + Self.limit)
        }
        return end.map { now >= $0 } ?? false
    }
}
