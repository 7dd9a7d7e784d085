/// X window dumps of version 7.
///
/// Source: [X.Org, XWDFile.h](https://gitlab.freedesktop.org/xorg/proto/xorgproto/-/blob/master/include/X11/XWDFile.h).
enum XWDFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let headerByteCount = try reader.uint32(at: 0, .big)
        let pixmapFormat = try reader.uint32(at: 8, .big)
        let depth = try reader.uint32(at: 12, .big)
        guard 100...4096 ~= headerByteCount, pixmapFormat <= 2, 1...32 ~= depth else {
            throw .mismatch
        }
        let width = try reader.uint32(at: 16, .big)
        let height = try reader.uint32(at: 20, .big)
        reader.format = .xwd
        return try .still(.xwd, pixels: width, by: height, at: 16)
    }
}
