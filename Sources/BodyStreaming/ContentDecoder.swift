/// Undoes the content coding of one body, for example gzip, on bytes that arrive in pieces.
public protocol ContentDecoder {
    /// Decodes the next bytes.
    ///
    /// - Parameters:
    ///   - input: The next bytes of the body, as they came.
    ///   - emit: Takes decoded bytes, in pieces of a bounded size. What it throws is passed on:
    ///     that is how a body that grows too large is stopped.
    /// - Throws: An error if the bytes aren't coded so, or what `emit` throws.
    mutating func decode(
        _ input: Span<UInt8>,
        emit: (Span<UInt8>) throws -> Void
    ) throws

    /// Says that the body has ended.
    ///
    /// - Parameter emit: Takes the last decoded bytes.
    /// - Throws: An error if the coded data is cut short, or what `emit` throws.
    mutating func finish(emit: (Span<UInt8>) throws -> Void) throws
}
