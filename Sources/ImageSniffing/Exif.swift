/// The one field of EXIF that changes how an image is shown.
///
/// Source: [CIPA DC-008 (EXIF 2.32)](https://www.cipa.jp/std/documents/e/DC-X008-Translation-2019-E.pdf), section 4.6.4.
enum Exif {
    /// The orientation in the EXIF block whose TIFF header is at `offset`.
    ///
    /// A damaged block has none; it doesn't make the image damaged.
    static func orientation(
        at offset: Int64,
        end: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageOrientation? {
        var orientation: ImageOrientation?
        do {
            let tiff = try TIFFBlock(at: offset, end: end, &reader)
            orientation = try tiff.directory(at: tiff.firstDirectoryOffset, &reader).orientation
        } catch .malformed {
            return nil
        }
        return orientation
    }

    /// Where the TIFF header is in a block that may begin with the `Exif` of a JPEG segment.
    static func tiffOffset(
        at offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        try reader.fourCC(at: offset) == "Exif" ? offset + 6 : offset
    }
}
