/// What reading one header may cost; what lies past it is not looked at.
///
/// A file that needs more to tell its size is malformed; one that needs more for an optional fact,
/// such as the number of frames, is answered without that fact.
public struct SniffBudget: Sendable, Hashable {
    /// The most reads of a source; 64 unless set.
    public var readCount: Int

    /// The most bytes that are read; 512 KiB unless set.
    public var byteCount: Int

    /// The most steps from one structure to the next (segments, chunks, boxes, entries); 8192
    /// unless set.
    public var stepCount: Int

    /// Creates a budget.
    public init(readCount: Int = 64, byteCount: Int = 512 << 10, stepCount: Int = 8192) {
        self.readCount = readCount
        self.byteCount = byteCount
        self.stepCount = stepCount
    }
}
