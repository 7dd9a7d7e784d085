/// HEIF and AVIF with one `mini` box in place of the tree of boxes.
///
/// Source: ISO/IEC 23008-12:2025, MinimizedImageBox.
enum MinimizedHEIF {
    static func read(
        _ box: Box,
        _ format: ImageFormat,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        try box.checkContains(box.contentOffset + 8)
        // From the top: version (2 bits), explicit codec types, float, full range, alpha,
        // explicit colour, HDR, ICC, EXIF and XMP flags (1 each), chroma subsampling (2),
        // orientation less one (3), large dimensions flag (1), width and height less one.
        let bits = try reader.uint64(at: box.contentOffset, .big)
        guard bits >> 62 == 0 else {
            throw .malformed(reason: "unknown version of a mini box", offset: box.contentOffset)
        }
        let sideBitCount: UInt64 = bits >> 47 & 1 == 1 ? 15 : 7
        let mask: UInt64 = 1 << sideBitCount - 1
        var header = try ImageHeader.still(
            format,
            pixels: Int64(bits >> (47 - sideBitCount) & mask) + 1,
            by: Int64(bits >> (47 - 2 * sideBitCount) & mask) + 1,
            at: box.contentOffset
        )
        header.orientation = ImageOrientation(rawValue: Int(bits >> 48 & 7) + 1)
        header.hasAlpha = bits >> 58 & 1 == 1
        return header
    }
}
