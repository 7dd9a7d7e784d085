import ImageSniffing

extension ImageSniffer {
    /// What `bytes` say, as the start of a file.
    func sniff(_ bytes: [UInt8], byteCount: Int64? = nil) -> SniffResult {
        sniff(prefix: bytes.span, byteCount: byteCount)
    }

    /// The metadata in `bytes`, as a whole file.
    func metadata(of bytes: [UInt8]) -> ImageMetadataMap? {
        metadata(prefix: bytes.span, byteCount: Int64(bytes.count))
    }
}
