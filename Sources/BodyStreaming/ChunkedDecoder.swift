/// Undoes the chunked transfer coding of a body that arrives in pieces.
///
/// Source: [RFC 9112, section 7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1).
package struct ChunkedDecoder {
    private enum State {
        case size(digitCount: Int)
        case chunkExtension
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        case trailer(lineByteCount: Int)
        case trailerLineFeed(lineByteCount: Int)
        case finished
    }

    /// The most bytes of all extensions of a chunk, and of all trailer fields.
    private static let maximumOverheadByteCount = 8_192

    private var state = State.size(digitCount: 0)
    private var remaining: Int64 = 0
    private var overheadByteCount = 0

    /// The lines behind the last chunk, as they came.
    package private(set) var trailer: [UInt8] = []

    private let toleratesPadding: Bool

    /// Creates a decoder of one body.
    ///
    /// - Parameter toleratesPadding: Whether spaces may stand behind the size of a chunk, which some
    ///   old servers send.
    package init(toleratesPadding: Bool = false) {
        self.toleratesPadding = toleratesPadding
    }

    /// Whether the last chunk and the trailer have come.
    package var isFinished: Bool {
        if case .finished = state { true } else { false }
    }

    /// Takes bytes of `input` from `position` on, up to and with the next ones that are data.
    ///
    /// - Returns: The offsets of the data; `nil` if `input` has no more, or the body ends in it.
    package mutating func next(
        in input: Span<UInt8>,
        from position: inout Int
    ) throws(ChunkedCodingError) -> Range<Int>? {
        while position < input.count {
            switch state {
            case .finished: return nil
            case .data:
                let start = position
                position += Int(min(remaining, Int64(input.count - start)))
                remaining -= Int64(position - start)
                if remaining == 0 { state = .dataReturn }
                return start..<position
            default:
                try step(input[position])
                position += 1
            }
        }
        return nil
    }

    private mutating func step(_ byte: UInt8) throws(ChunkedCodingError) {
        switch (state, byte) {
        case (.size(let digitCount), _) where Character(Unicode.Scalar(byte)).isHexDigit:
            guard digitCount < 15, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw ChunkedCodingError(words: "a chunk is too large")
            }
            remaining = remaining << 4 | Int64(digit)
            state = .size(digitCount: digitCount + 1)
        case (.size(1...), UInt8(ascii: "\r")): state = .sizeLineFeed
        case (.size(1...), UInt8(ascii: ";")): state = .chunkExtension
        case (.size(1...), UInt8(ascii: " ")) where toleratesPadding: state = .chunkExtension
        case (.chunkExtension, UInt8(ascii: "\r")): state = .sizeLineFeed
        case (.chunkExtension, _) where byte != UInt8(ascii: "\n") && byte != 0: try countOverhead()
        case (.sizeLineFeed, UInt8(ascii: "\n")):
            state = remaining > 0 ? .data : .trailer(lineByteCount: 0)
            overheadByteCount = 0
        case (.dataReturn, UInt8(ascii: "\r")): state = .dataLineFeed
        case (.dataLineFeed, UInt8(ascii: "\n")): state = .size(digitCount: 0)
        case (.trailer(let lineByteCount), UInt8(ascii: "\r")):
            state = .trailerLineFeed(lineByteCount: lineByteCount)
        case (.trailer(let lineByteCount), _) where byte != UInt8(ascii: "\n") && byte != 0:
            try countOverhead()
            trailer.append(byte)
            state = .trailer(lineByteCount: lineByteCount + 1)
        case (.trailerLineFeed(let lineByteCount), UInt8(ascii: "\n")):
            trailer.append(byte)
            state = lineByteCount == 0 ? .finished : .trailer(lineByteCount: 0)
        default: throw ChunkedCodingError(words: "the chunks of the body can't be read")
        }
    }

    private mutating func countOverhead() throws(ChunkedCodingError) {
        overheadByteCount += 1
        guard overheadByteCount <= Self.maximumOverheadByteCount else {
            throw ChunkedCodingError(words: "a chunk's extensions or the trailer are too long")
        }
    }
}

/// Why the chunks of a body can't be read.
package struct ChunkedCodingError: Error {
    /// What is wrong with them.
    package let words: String
}
