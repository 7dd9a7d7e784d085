/// What stands around the DEFLATE data of a compressed stream.
public enum CompressionFormat: String, Sendable, Hashable, CaseIterable {
    /// A gzip member: a header, and a trailer with CRC-32 and length.
    ///
    /// Source: RFC 1952, section 2.3, <https://www.rfc-editor.org/rfc/rfc1952#section-2.3>.
    case gzip

    /// The zlib format: two bytes before, Adler-32 after.
    ///
    /// Source: RFC 1950, section 2.2, <https://www.rfc-editor.org/rfc/rfc1950#section-2.2>.
    case zlib

    /// DEFLATE data alone.
    ///
    /// Source: RFC 1951, <https://www.rfc-editor.org/rfc/rfc1951>.
    case raw

    /// zlib's `windowBits` for a window of 32 KiB in this format.
    var windowBits: CInt {
        switch self {
        case .gzip: 15 + 16
        case .zlib: 15
        case .raw: -15
        }
    }
}
