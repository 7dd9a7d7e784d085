internal import BodyStreaming

/// Memory for bytes on their way into a socket; a loop lends it to one transfer after the other.
final class SendBuffer {
    /// The largest request that goes out in one call, and what a processor's nearest cache holds.
    static let byteCount = 1 << 16

    private var memory = PageBuffer(byteCount: SendBuffer.byteCount)

    /// The bytes that are still to be sent.
    private(set) var unsent = 0..<0

    /// Those among all bytes that belong to the request's body.
    private var content = 0..<0

    /// Forgets all bytes.
    func clear() {
        unsent = 0..<0
        content = 0..<0
    }

    /// Fills the empty buffer.
    ///
    /// - Parameters:
    ///   - reserving: How many bytes to leave free at the start, and at the end.
    ///   - fill: Appends bytes, and returns with its result how many of the first ones are no part
    ///     of the body.
    /// - Returns: The result of `fill`.
    /// - Throws: What `fill` throws.
    func fill<Result, Failure: Error>(
        reserving: Int = 0,
        _ fill: (inout OutputSpan<UInt8>) throws(Failure) -> (result: Result, leading: Int)
    ) throws(Failure) -> Result {
        let step = try memory.append(to: reserving, upTo: Self.byteCount - reserving, fill)
        unsent = reserving..<step.count
        content = min(reserving + step.result.leading, step.count)..<step.count
        return step.result.result
    }

    /// Puts bytes that are no part of the body before and behind those that are there.
    func enclose(_ prefix: [UInt8], _ suffix: [UInt8]) {
        let start = unsent.lowerBound - prefix.count
        let end = unsent.upperBound + suffix.count
        precondition(start >= 0 && end <= Self.byteCount, "there is no room for a chunk's framing")
        for (index, byte) in prefix.enumerated() { unsafe memory.memory[start + index] = byte }
        for (index, byte) in suffix.enumerated() {
            unsafe memory.memory[unsent.upperBound + index] = byte
        }
        unsent = start..<end
    }

    /// The bytes that are still to be sent.
    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: memory.memory[unsent])
    }

    /// Goes past bytes that were sent.
    ///
    /// - Returns: How many of them belong to the body.
    func advance(by count: Int) -> Int {
        let sent = unsent.lowerBound..<unsent.lowerBound + count
        unsent = sent.upperBound..<unsent.upperBound
        return sent.clamped(to: content).count
    }
}
