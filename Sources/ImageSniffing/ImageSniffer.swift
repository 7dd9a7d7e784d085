/// Tells from the first bytes of a file which image it is, without decoding it.
///
/// The sniffer trusts nothing: every count is checked against the bytes that are there, every
/// position must grow, and ``budget`` bounds the work. It is a value without state; one can serve
/// any number of files and threads.
public struct ImageSniffer: Sendable, Hashable {
    /// What one header may cost.
    public var budget: SniffBudget

    /// Creates a sniffer with a `budget` for each header.
    public init(budget: SniffBudget = SniffBudget()) {
        self.budget = budget
    }

    /// Answers from the first bytes of a file that are already in memory.
    ///
    /// A prefix never gives a wrong size: it is either long enough, or the answer is
    /// ``SniffResult/truncated(_:needs:)`` with the bytes that would help.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the file; all of it, or any part from the start.
    ///   - byteCount: The size of the whole file in bytes, if it is known.
    /// - Returns: What the bytes say.
    public func sniff(prefix: Span<UInt8>, byteCount: Int64? = nil) -> SniffResult {
        unsafe prefix.withUnsafeBytes { bytes in
            var reader = unsafe HeaderReader(prefix: bytes, byteCount: byteCount, budget: budget)
            return FormatTable.result(of: &reader).result
        }
    }

    /// Answers from a source of bytes that can be read at any position.
    ///
    /// Most headers cost one read of 4 KiB; the others hop to what they need with small reads.
    ///
    /// - Parameter source: The bytes of one file.
    /// - Returns: What the bytes say; a file that isn't an image is an answer, not an error.
    /// - Throws: The error of the source, if a read fails.
    public func sniff<Source: HeaderSource>(
        from source: Source
    ) throws(Source.Failure) -> SniffResult {
        try withReader(of: source) { reader in FormatTable.result(of: &reader) }
    }
}

extension ImageSniffer {
    /// Runs `body` with a reader over `source` whose window is on the stack.
    ///
    /// The window is one page: 4 KiB from the page cache cost hardly more than 64 bytes do, and hold
    /// the whole header of nearly every file.
    func withReader<Source: HeaderSource, Value>(
        of source: Source,
        _ body: (inout HeaderReader) -> (result: Value, failure: (any Error)?)
    ) throws(Source.Failure) -> Value {
        var window = [4096 of UInt8](repeating: 0)
        var span = window.mutableSpan
        let (result, failure) = unsafe span.withUnsafeMutableBytes { memory in
            var reader = unsafe HeaderReader(source: source, window: memory, budget: budget)
            return body(&reader)
        }
        guard let failure else { return result }
        guard let failure = failure as? Source.Failure else {
            preconditionFailure("a source threw an error that is not of its own type")
        }
        throw failure
    }
}
