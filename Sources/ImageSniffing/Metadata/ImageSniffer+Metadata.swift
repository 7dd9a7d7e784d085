extension ImageSniffer {
    /// Maps the metadata in the first bytes of a file; `nil` if it is no JPEG, PNG or WebP.
    public func metadata(prefix: Span<UInt8>, byteCount: Int64? = nil) -> ImageMetadataMap? {
        unsafe prefix.withUnsafeBytes { bytes in
            var reader = unsafe HeaderReader(prefix: bytes, byteCount: byteCount, budget: budget)
            return MetadataScan.result(of: &reader).result
        }
    }

    /// Maps the metadata of a source; `nil` if it is no JPEG, PNG or WebP.
    ///
    /// - Parameter source: The bytes of one file.
    /// - Returns: The map, as far as the budget reaches.
    /// - Throws: The error of the source, if a read fails.
    public func metadata<Source: HeaderSource>(
        from source: Source
    ) throws(Source.Failure) -> ImageMetadataMap? {
        try withReader(of: source) { reader in MetadataScan.result(of: &reader) }
    }

    /// Maps the metadata of the file at `path`; `nil` if it is no JPEG, PNG or WebP.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The map, as far as the budget reaches.
    /// - Throws: ``ImageSniffingError`` if the file can't be opened or read.
    public func metadata(fileAt path: String) throws(ImageSniffingError) -> ImageMetadataMap? {
        try withDescriptor(path) { descriptor throws(ImageSniffingError) in
            try metadata(from: FileHeaderSource(descriptor: descriptor))
        }
    }
}
