/// How far one call of a ``Deflater`` or an ``Inflater`` came.
public struct CodingProgress: Sendable, Hashable {
    /// Why the call returned.
    public enum Outcome: Sendable, Hashable {
        /// All input was consumed; what was ready is in the output.
        case needsInput

        /// The output is full; call again with the rest of the input and the same flush.
        case outputFull

        /// The stream has ended; of an ``Inflater``, further input can only be another gzip member
        /// or zero padding.
        case finished
    }

    /// The number of input bytes that were taken; give the rest in the next call.
    public var consumedByteCount: Int

    /// Why the call returned.
    public var outcome: Outcome
}
