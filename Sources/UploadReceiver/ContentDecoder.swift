/// Undoes the content coding of one body, for example gzip.
public protocol ContentDecoder {
    /// Decodes a piece of the body.
    ///
    /// - Parameters:
    ///   - input: The next bytes of the body.
    ///   - output: Takes decoded bytes, in pieces of a bounded size. What it throws is passed on:
    ///     that is how a body that grows too large is stopped.
    /// - Throws: An error if the bytes aren't coded so, or what `output` throws.
    mutating func decode(
        _ input: Span<UInt8>,
        _ output: (Span<UInt8>) throws -> Void
    ) throws

    /// Says that the body has ended.
    ///
    /// - Parameter output: Takes the last decoded bytes.
    /// - Throws: An error if the coded data is cut short, or what `output` throws.
    mutating func finish(_ output: (Span<UInt8>) throws -> Void) throws
}
