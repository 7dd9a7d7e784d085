/// Which bytes of a body are worth compressing, as far as the caller knows.
///
/// Whoever lays out a body knows its parts: what is declared or sniffed as JPEG, PNG, MP4, ZIP and
/// the like is stored, text is compressed, and the rest is probed. All of it ends up in one stream.
public struct CompressionPlan: Sendable {
    /// What is done with bytes.
    public enum Treatment: String, Sendable, Hashable {
        /// The bytes are compressed already and go in as they are.
        case store

        /// The bytes are compressed.
        case compress

        /// A sample of each block decides whether it is stored or compressed.
        case probe
    }

    /// Consecutive bytes that are treated alike.
    public struct Run: Sendable, Hashable {
        /// What is done with the bytes.
        public var treatment: Treatment

        /// The number of bytes in the uncompressed body; none if it is 0 or less.
        public var byteCount: Int64

        /// Creates a run.
        public init(_ treatment: Treatment, byteCount: Int64) {
            self.treatment = treatment
            self.byteCount = byteCount
        }
    }

    /// The runs, one behind the other from the first byte of the body on.
    let runs: any Sequence<Run> & Sendable

    /// The treatment of all bytes behind the runs.
    public let elsewhere: Treatment

    /// Creates a plan that treats all bytes in the same way.
    public init(elsewhere: Treatment = .probe) {
        self.init([], elsewhere: elsewhere)
    }

    /// Creates a plan for bytes of several kinds.
    ///
    /// Each time the body is compressed the runs are walked through once, not far ahead of its
    /// bytes, so that a sequence that makes them as it goes needs no memory for them.
    ///
    /// - Parameters:
    ///   - runs: The runs, one behind the other from the first byte of the body on. One below 4 KiB
    ///     isn't worth an end of the compressed block before it: it is treated like that.
    ///   - elsewhere: The treatment of all bytes behind the runs.
    public init(_ runs: some Sequence<Run> & Sendable, elsewhere: Treatment = .probe) {
        self.runs = runs
        self.elsewhere = elsewhere
    }
}
