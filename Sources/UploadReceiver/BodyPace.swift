/// How fast and how far a body is read, when a fault is to be played.
struct BodyPace {
    /// After how many bytes the connection is reset.
    let resetByteCount: Int64?

    private let bytesPerSecond: Int?
    private let start = ContinuousClock.now
    private var byteCount: Int64 = 0

    init(_ plan: FaultPlan) {
        resetByteCount = plan.resetByteCount
        bytesPerSecond = plan.bytesPerSecond
    }

    /// Whether as many bytes have come as a reset waits for.
    var isResetDue: Bool { resetByteCount.map { byteCount >= $0 } ?? false }

    /// The most bytes to receive at once: no more than a tenth of a second's.
    var receiveByteCount: Int { bytesPerSecond.map { min(max($0 / 10, 1), 65_536) } ?? 65_536 }

    /// Counts bytes that have come, and says until when to wait for the pace's sake.
    mutating func count(_ count: Int) -> ContinuousClock.Instant? {
        byteCount += Int64(count)
        return bytesPerSecond.map { start + .seconds(Double(byteCount) / Double($0)) }
    }
}
