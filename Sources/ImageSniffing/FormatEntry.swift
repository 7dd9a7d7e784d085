/// One row a format: how its files begin, and who reads on from there.
struct FormatEntry {
    /// What a file of the format begins with; a format without a signature matches any file.
    let signature: Signature

    /// What a damaged or truncated file is reported as; `nil` if the signature proves too little.
    let format: ImageFormat?

    /// Reads the header, or stops with ``SniffStop/mismatch`` if it is none after all.
    let read: @Sendable (inout HeaderReader) throws(SniffStop) -> ImageHeader

    init(
        _ pattern: String,
        _ format: ImageFormat?,
        _ read: @escaping @Sendable (inout HeaderReader) throws(SniffStop) -> ImageHeader
    ) {
        self.signature = Signature(pattern)
        self.format = format
        self.read = read
    }
}
