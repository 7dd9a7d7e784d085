/// Which bytes of a body are worth compressing, as far as the caller knows.
///
/// Whoever lays out a body knows its parts: what is declared or sniffed as JPEG, PNG, MP4, ZIP and
/// the like is stored, text is compressed, and the rest is probed. All of it ends up in one stream.
public struct CompressionPlan: Sendable, Hashable {
    /// What is done with a range of bytes.
    public enum Treatment: String, Sendable, Hashable {
        /// The bytes are compressed already and go in as they are.
        case store

        /// The bytes are compressed.
        case compress

        /// A sample of each block decides whether it is stored or compressed.
        case probe
    }

    /// Bytes up to `end`, from the end of the run before, which are treated alike.
    private struct Run: Sendable, Hashable {
        var end: Int64
        var treatment: Treatment
    }

    /// The treatment of all bytes that no range was given for.
    public let elsewhere: Treatment

    /// Runs from offset 0 on without gaps, neighbours with different treatments.
    private var runs: [Run] = []

    /// A range below this size isn't worth an end of the compressed block before it.
    static let shortRangeByteCount: Int64 = 4096

    /// Creates a plan that treats all bytes in the same way.
    public init(elsewhere: Treatment = .probe) {
        self.elsewhere = elsewhere
    }

    /// Sets what is done with a range; ranges are given in ascending order.
    ///
    /// Ranges below 4 KiB, and gaps as small between ranges, are compressed whatever they hold.
    ///
    /// - Parameters:
    ///   - treatment: What is done with the bytes.
    ///   - range: Offsets in the uncompressed body; may be empty.
    /// - Throws: ``CompressionError/unorderedRange(_:offset:)`` if the range starts before the end
    ///   of the range before. The plan is unchanged then.
    public mutating func append(
        _ treatment: Treatment,
        for range: Range<Int64>
    ) throws(CompressionError) {
        let end = runs.last?.end ?? 0
        guard range.lowerBound >= end else { throw .unorderedRange(range, offset: end) }
        appendRun(elsewhere, upTo: range.lowerBound)
        appendRun(treatment, upTo: range.upperBound)
    }

    private mutating func appendRun(_ treatment: Treatment, upTo end: Int64) {
        let start = runs.last?.end ?? 0
        guard start < end else { return }
        let treatment = end - start < Self.shortRangeByteCount ? .compress : treatment
        if runs.last?.treatment == treatment {
            runs[runs.count - 1].end = end
        } else {
            runs.append(Run(end: end, treatment: treatment))
        }
    }

    /// The treatment of the byte at `offset`, and where the bytes treated like it end; `nil` means
    /// the end of the body.
    func run(at offset: Int64) -> (treatment: Treatment, end: Int64?) {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = low + (high - low) / 2
            if runs[middle].end <= offset { low = middle + 1 } else { high = middle }
        }
        guard low < runs.count else { return (elsewhere, nil) }
        return (runs[low].treatment, runs[low].end)
    }
}
