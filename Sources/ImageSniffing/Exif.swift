/// The fields of EXIF that matter: how the image is shown, and whether it tells where it was taken.
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

    /// Whether the EXIF block whose TIFF header is at `offset` has a directory of GPS fields.
    static func hasGPS(
        at offset: Int64,
        end: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Bool {
        let tiff = try TIFFBlock(at: offset, end: end, &reader)
        let directory = try tiff.directory(at: tiff.firstDirectoryOffset, &reader)
        guard let gps = directory.gpsDirectory else { return false }
        return try tiff.directory(at: tiff.position(of: gps, at: offset), &reader).hasPlace
    }

    /// Where the TIFF header is in a block that may begin with the `Exif` of a JPEG segment.
    static func tiffOffset(
        at offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        try reader.fourCC(at: offset) == "Exif" ? offset + 6 : offset
    }
}
