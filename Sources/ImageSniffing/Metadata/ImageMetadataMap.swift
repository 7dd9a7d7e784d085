/// Where the metadata of a JPEG, PNG or WebP file is; ranges only, nothing is decoded.
public struct ImageMetadataMap: Sendable, Hashable {
    /// The format of the file.
    public let format: ImageFormat

    /// The blocks in the order of the file.
    public internal(set) var blocks: [Block] = []

    /// Whether the whole file was looked at; if not, there may be more blocks.
    public internal(set) var isComplete = false

    init(_ format: ImageFormat) {
        self.format = format
    }

    /// Whether the metadata has a place on earth: `nil` if that can't be told, because a block is
    /// compressed or the map is not complete.
    public var hasGPS: Bool? {
        if blocks.contains(where: { $0.hasGPS == true }) { return true }
        return isComplete && blocks.allSatisfy { $0.hasGPS == false } ? false : nil
    }
}

extension ImageMetadataMap {
    /// What a block of metadata holds.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// Camera data in TIFF layout.
        case exif

        /// XML of Adobe's Extensible Metadata Platform.
        case xmp

        /// A colour profile.
        case icc
    }

    /// One block of metadata.
    public struct Block: Sendable, Hashable {
        /// What the block holds.
        public let kind: Kind

        /// All bytes of the segment or chunk that carries the metadata.
        ///
        /// A JPEG or PNG file without them is whole; in WebP, the file's size and the flags of
        /// `VP8X` must follow.
        public let range: Range<Int64>

        /// The metadata's own bytes in it.
        public let payload: Range<Int64>

        /// Whether the block has GPS fields; `nil` if they can't be seen, because it is compressed.
        public let hasGPS: Bool?
    }
}
