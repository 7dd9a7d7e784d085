/// The media types of content that is compressed already.
package enum CompressedTypes {
    /// Whether content of `mediaType` is compressed by the rules of its format.
    ///
    /// A format that may hold both, such as PDF or TIFF, isn't taken for compressed.
    package static func contains(_ mediaType: String) -> Bool {
        let essence = essence(of: mediaType)
        if types.contains(essence) || suffixes.contains(where: essence.hasSuffix) { return true }
        return packages.contains(where: essence.hasPrefix) && !essence.hasSuffix("xml")
    }

    /// The type and subtype in small letters, without parameters.
    private static func essence(of mediaType: String) -> String {
        mediaType.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// Source: RFC 6839, section 3.6, https://www.rfc-editor.org/rfc/rfc6839#section-3.6; RFC 8878,
    /// section 7.2, https://www.rfc-editor.org/rfc/rfc8878#section-7.2, and IANA's registry of them.
    private static let suffixes = ["+zip", "+gzip", "+zstd"]

    /// Office documents that are ZIP files; of the same families are flat XML files.
    private static let packages = [
        "application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument.",
    ]

    private static let types: Set = [
        "application/gzip", "application/java-archive", "application/vnd.android.package-archive",
        "application/vnd.rar", "application/x-7z-compressed", "application/x-bzip2",
        "application/x-gzip", "application/x-rar-compressed", "application/x-xz",
        "application/x-zip-compressed", "application/zip", "application/zstd",
        "audio/aac", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/opus",
        "audio/webm", "audio/x-flac", "audio/x-m4a",
        "font/woff", "font/woff2",
        "image/apng", "image/avif", "image/avif-sequence", "image/gif", "image/heic",
        "image/heic-sequence", "image/heif", "image/heif-sequence", "image/jp2", "image/jpeg",
        "image/jpg", "image/jph", "image/jpx", "image/jxl", "image/png", "image/webp",
        "video/3gpp", "video/3gpp2", "video/matroska", "video/mp4", "video/mpeg", "video/ogg",
        "video/quicktime", "video/webm", "video/x-m4v", "video/x-matroska", "video/x-ms-wmv",
    ]
}
