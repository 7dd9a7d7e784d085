/// A coding that HTTP names in `Content-Encoding`; the raw value is its token.
///
/// Source: RFC 9110, section 8.4.1, <https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1>.
public enum ContentCoding: String, Sendable, Hashable, CaseIterable {
    /// The gzip format.
    case gzip

    /// The zlib format: what HTTP calls `deflate` is not DEFLATE data alone.
    case deflate

    /// Creates the coding that a `Content-Encoding` names, in any case; `x-gzip` is gzip.
    public init?(token: String) {
        switch token.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        default: return nil
        }
    }

    /// The format of the bytes.
    public var format: CompressionFormat {
        switch self {
        case .gzip: .gzip
        case .deflate: .zlib
        }
    }

    /// Checks that a body with this `Content-Encoding` may be compressed.
    ///
    /// - Parameter contentEncoding: The value of the field; `nil` if there is none.
    /// - Throws: ``CompressionError/alreadyEncoded(contentEncoding:)`` unless the value is absent,
    ///   empty, or `identity`.
    public static func requireUnencoded(
        contentEncoding: String?
    ) throws(CompressionError) {
        guard let contentEncoding else { return }
        let token = contentEncoding.lowercased().filter { $0 != " " && $0 != "\t" }
        guard token.isEmpty || token == "identity" else {
            throw .alreadyEncoded(contentEncoding: contentEncoding)
        }
    }
}
