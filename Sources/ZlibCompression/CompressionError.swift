internal import BodyStreaming

/// A reason why bytes can't be compressed or decompressed.
@nonexhaustive
public enum CompressionError: Error, Hashable, Sendable {
    /// A level that isn't in 0...9.
    case invalidLevel(Int)

    /// The body already carries this `Content-Encoding`; it is never compressed twice.
    case alreadyEncoded(contentEncoding: String)

    /// No memory was left for the state of zlib.
    case outOfMemory

    /// The compressed data is damaged, or isn't of this format; `offset` counts its bytes from 0.
    case corrupt(offset: Int64, reason: String)

    /// The compressed data ended after `byteCount` bytes, before the end of the stream.
    case truncated(byteCount: Int64)

    /// Behind the end of the stream, at `offset`, stand bytes that belong to none.
    case trailingData(offset: Int64)

    /// The data decompresses to more than `byteCount` bytes.
    case outputLimitExceeded(byteCount: Int64)

    /// zlib refused a call with `code`, one of its `Z_*` numbers.
    case zlib(code: CInt)
}

extension CompressionError: CustomStringConvertible {
    /// One line that says what is wrong and what can be done.
    public var description: String {
        switch self {
        case .invalidLevel(let level):
            "compression level \(level) isn't in 0...9"
        case .alreadyEncoded(let contentEncoding):
            "the body already has Content-Encoding '\(DisplayText.escaped(contentEncoding))';"
                + " turn compression off, or give the body without its encoding"
        case .outOfMemory:
            "no memory is left to compress or decompress"
        case .corrupt(let offset, let reason):
            "the compressed data is damaged at offset \(offset): \(DisplayText.escaped(reason))"
        case .truncated(let byteCount):
            "the compressed data is truncated: it ends after \(byteCount) bytes,"
                + " before the end of the stream"
        case .trailingData(let offset):
            "bytes that aren't compressed data follow the end of the stream at offset \(offset)"
        case .outputLimitExceeded(let byteCount):
            "the data decompresses to more than the allowed \(byteCount) bytes"
        case .zlib(let code):
            "zlib refused a call with code \(code)"
        }
    }
}
