internal import CZlib

/// How the compressor looks for redundancy; every choice makes a valid stream.
public enum CompressionStrategy: String, Sendable, Hashable, CaseIterable {
    /// Matches and Huffman codes: right for almost everything.
    case standard

    /// Fewer short matches: for values that vary little, such as filtered scan lines.
    case filtered

    /// Huffman codes alone.
    case huffmanOnly

    /// Runs of one byte, and Huffman codes.
    case runLength

    /// No codes made for the data: cheaper for very small bodies.
    case fixed

    /// zlib's number for this strategy.
    var code: CInt {
        switch self {
        case .standard: Z_DEFAULT_STRATEGY
        case .filtered: Z_FILTERED
        case .huffmanOnly: Z_HUFFMAN_ONLY
        case .runLength: Z_RLE
        case .fixed: Z_FIXED
        }
    }
}
