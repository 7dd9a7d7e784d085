/// Apple icons; the size is that of the largest picture in them.
///
/// The type code of a picture is all that tells its size.
/// Source: [Icon Image Format](https://en.wikipedia.org/wiki/Apple_Icon_Image_format).
enum ICNSFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let end = try reader.uint32(at: 4, .big)
        var best = ImageSize(width: 0, height: 0)
        var offset: Int64 = 8
        while offset < end {
            let type = try reader.fourCC(at: offset)
            let byteCount = try reader.uint32(at: offset + 4, .big)
            guard byteCount >= 8 else {
                throw .malformed(reason: "element is shorter than its head", offset: offset)
            }
            if let size = size(of: type), size.width > best.width { best = size }
            try reader.step(from: offset, to: offset + byteCount)
            offset += byteCount
        }
        var header = try ImageHeader(
            .icns,
            pixels: Int64(best.width),
            by: Int64(best.height),
            at: 8
        )
        header.frameCount = 1
        header.isAnimated = false
        return header
    }

    private static func size(of type: FourCC) -> ImageSize? {
        let side: Int
        switch type {
        case "icm#", "icm4", "icm8": return ImageSize(width: 16, height: 12)
        case "ics#", "ics4", "ics8", "is32", "s8mk", "icp4", "ic04": side = 16
        case "icsb": side = 18
        case "sb24": side = 24
        case "ICON", "ICN#", "icl4", "icl8", "il32", "l8mk", "icp5", "ic05", "ic11": side = 32
        case "icsB": side = 36
        case "ich#", "ich4", "ich8", "ih32", "h8mk", "SB24": side = 48
        case "icp6", "ic12": side = 64
        case "it32", "t8mk", "ic07": side = 128
        case "ic08", "ic13": side = 256
        case "ic09", "ic14": side = 512
        case "ic10": side = 1024
        default: return nil
        }
        return ImageSize(width: side, height: side)
    }
}
