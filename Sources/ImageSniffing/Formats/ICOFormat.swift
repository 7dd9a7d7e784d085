/// Windows icons and cursors; the size is that of the picture that the directory calls
/// the largest.
///
/// Source: [Microsoft, icons in Win32](https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)).
enum ICOFormat {
    /// The most entries that are looked at; no icon has nearly as many.
    private static let entryLimit = 256

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let format: ImageFormat = try reader.uint8(at: 2) == 1 ? .ico : .cur
        let count = try reader.uint16(at: 4, .little)
        // Four bytes that are mostly zeros prove little, so the entries must make sense.
        guard 1...entryLimit ~= count else { throw .mismatch }
        var best = ImageSize(width: 0, height: 0)
        var bestDepth = 0
        var bestOffset: Int64 = 0
        for index in 0..<Int64(count) {
            let entry = 6 + index * 16
            guard try reader.uint32(at: entry + 8, .little) > 0,
                try reader.uint32(at: entry + 12, .little) >= 6 + Int64(count) * 16
            else {
                guard index > 0 else { throw .mismatch }
                throw .malformed(reason: "directory entry without a picture", offset: entry)
            }
            // A side of 256 is stored as 0.
            let width = try (reader.uint8(at: entry) - 1) & 0xFF + 1
            let height = try (reader.uint8(at: entry + 1) - 1) & 0xFF + 1
            let depth = format == .ico ? try reader.uint16(at: entry + 6, .little) : 0
            reader.format = format
            let area = width * height
            let bestArea = best.width * best.height
            if area > bestArea || area == bestArea && depth > bestDepth {
                best = ImageSize(width: width, height: height)
                bestDepth = depth
                bestOffset = try reader.uint32(at: entry + 12, .little)
            }
        }
        var header = ImageHeader(format, width: best.width, height: best.height)
        header.frameCount = 1
        header.isAnimated = false
        do {
            try readPicture(at: bestOffset, of: &header, &reader)
        } catch .truncated(let missing, let count) {
            // An icon that lacks its pictures still has its directory.
            guard reader.hasNothing(past: missing, count: count) else {
                throw .truncated(offset: missing, count: count)
            }
        }
        return header
    }

    /// Takes the size from the picture itself, which is what gets drawn; the directory can't hold
    /// sides past 256.
    private static func readPicture(
        at offset: Int64,
        of header: inout ImageHeader,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        let width: Int64
        let height: Int64
        switch try reader.uint32(at: offset, .big) {
        case 0x8950_4E47:
            let chunk = try PNGFormat.Chunk(at: offset + PNGFormat.firstChunkOffset, &reader)
            guard chunk.type == "IHDR" else { return }
            width = try reader.uint32(at: chunk.dataOffset, .big)
            height = try reader.uint32(at: chunk.dataOffset + 4, .big)
        case 0x2800_0000:
            // A bitmap header; its height counts the picture and its mask.
            width = try reader.uint32(at: offset + 4, .little)
            height = try reader.uint32(at: offset + 8, .little) / 2
        default:
            return
        }
        guard 1...0xFFFF ~= width, 1...0xFFFF ~= height else { return }
        header.width = Int(width)
        header.height = Int(height)
    }
}
