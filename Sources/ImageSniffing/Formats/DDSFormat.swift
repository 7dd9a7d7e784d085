/// DirectDraw surfaces.
///
/// Source: [Microsoft, DDS_HEADER](https://learn.microsoft.com/windows/win32/direct3ddds/dds-header).
enum DDSFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let height = try reader.uint32(at: 12, .little)
        let width = try reader.uint32(at: 16, .little)
        return try .still(.dds, pixels: width, by: height, at: 12)
    }
}
