/// Amiga IFF pictures: `ILBM` and `PBM `.
///
/// Source: [EA IFF 85, ILBM](https://wiki.amigaos.net/wiki/ILBM_IFF_Interleaved_Bitmap).
enum ILBMFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        var offset: Int64 = 12
        while true {
            let type = try reader.fourCC(at: offset)
            let byteCount = try reader.uint32(at: offset + 4, .big)
            if type == "BMHD" {
                let width = try reader.uint16(at: offset + 8, .big)
                let height = try reader.uint16(at: offset + 10, .big)
                return try .still(
                    .ilbm,
                    pixels: Int64(width),
                    by: Int64(height),
                    at: offset + 8
                )
            }
            guard type != "BODY" else {
                throw .malformed(reason: "no header before the pixels", offset: offset)
            }
            let next = offset + 8 + byteCount + byteCount & 1
            try reader.step(from: offset, to: next)
            offset = next
        }
    }
}
