/// Undoes a content coding, piece by piece, on the bytes as they came from the wire.
public protocol ContentDecoder {
    /// Decodes the next bytes.
    ///
    /// - Parameters:
    ///   - input: What came from the wire.
    ///   - emit: Takes decoded bytes; after an error of its own, no more of them are wanted.
    /// - Throws: Anything, if the bytes are malformed.
    mutating func decode(
        _ input: Span<UInt8>,
        emit: (Span<UInt8>) throws -> Void
    ) throws

    /// Ends the decoding.
    ///
    /// - Parameter emit: Takes the last decoded bytes.
    /// - Throws: Anything, if the bytes end too early.
    mutating func finish(emit: (Span<UInt8>) throws -> Void) throws
}
