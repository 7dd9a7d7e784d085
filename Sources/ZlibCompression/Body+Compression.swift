public import BodyStreaming

extension Body {
    /// A body that compresses this one when it is read.
    ///
    /// The compressed length isn't known before; spool the body to learn it. The bytes are the same
    /// each time: they depend on the bytes of this body, the coding and the options. A body that can
    /// be read once stays so. Check with ``ContentCoding/requireUnencoded(contentEncoding:)`` that
    /// the body isn't compressed as a whole already.
    ///
    /// - Parameters:
    ///   - coding: The coding for `Content-Encoding`.
    ///   - options: How the bytes are compressed.
    /// - Returns: A body of unknown length; at least 8 bytes even if this one is empty.
    public func compressed(
        _ coding: ContentCoding = .gzip,
        options: CompressionOptions = .automatic
    ) -> Body {
        let compressor = BodyCompressor(body: self, coding: coding, options: options)
        return Body(
            BodyStream(label: "\(coding.rawValue) compression", replayability: replayability) {
                sink in try await compressor.run(into: sink)
            }
        )
    }

    /// A body that decompresses this one when it is read.
    ///
    /// Reading fails with a `BodyError.streamFailed` whose cause is a ``CompressionError`` if this
    /// body is damaged or truncated, if other bytes follow the end, or if it grows too large.
    ///
    /// - Parameters:
    ///   - coding: The coding that `Content-Encoding` names.
    ///   - outputLimit: The most bytes that may come out; `nil` for no limit.
    /// - Returns: A body of unknown length.
    public func decompressed(_ coding: ContentCoding, outputLimit: Int64? = nil) -> Body {
        let decompressor = BodyDecompressor(body: self, coding: coding, outputLimit: outputLimit)
        return Body(
            BodyStream(label: "\(coding.rawValue) decompression", replayability: replayability) {
                sink in try await decompressor.run(into: sink)
            }
        )
    }
}
