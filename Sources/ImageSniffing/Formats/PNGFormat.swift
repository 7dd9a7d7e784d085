/// PNG, animated PNG, and Apple's `CgBI` variant of it.
///
/// Source: [PNG, third edition](https://www.w3.org/TR/png-3/), sections 5.2, 11.2.1 (`IHDR`),
/// 11.3.1 (`tRNS`), 11.3.6.1 (`acTL`) and 11.3.5 (`eXIf`).
enum PNGFormat {
    /// Where the first chunk begins, behind the signature.
    static let firstChunkOffset: Int64 = 8

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        var chunk = try Chunk(at: firstChunkOffset, &reader)
        if chunk.type == "CgBI" { chunk = try Chunk(at: chunk.end, &reader) }
        guard chunk.type == "IHDR", chunk.byteCount == 13 else {
            throw .malformed(reason: "the first chunk is not IHDR", offset: chunk.offset)
        }
        let width = try reader.uint32(at: chunk.dataOffset, .big)
        let height = try reader.uint32(at: chunk.dataOffset + 4, .big)
        guard width <= Int32.max, height <= Int32.max else {
            throw .malformed(reason: "width or height is past 2^31 - 1", offset: chunk.dataOffset)
        }
        var header = try ImageHeader(.png, pixels: width, by: height, at: chunk.dataOffset)
        try reader.readOptionalFacts { reader throws(SniffStop) in
            header.bitDepth = try reader.uint8(at: chunk.dataOffset + 8)
            let colorType = try reader.uint8(at: chunk.dataOffset + 9)
            let hasAlphaChannel = colorType == 4 || colorType == 6
            if hasAlphaChannel { header.hasAlpha = true }
            try readChunks(behind: chunk, of: &header, &reader)
            header.hasAlpha = header.hasAlpha ?? false
        }
        return header
    }

    /// Reads what the chunks before the pixels say; an `acTL` behind them is to be ignored.
    private static func readChunks(
        behind header: Chunk,
        of image: inout ImageHeader,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        var offset = header.end
        while true {
            let chunk = try Chunk(at: offset, &reader)
            switch chunk.type {
            case "acTL" where image.isAnimated == nil:
                image.frameCount = Int(clamping: try reader.uint32(at: chunk.dataOffset, .big))
                image.isAnimated = true
            case "tRNS":
                image.hasAlpha = true
            case "eXIf" where image.orientation == nil:
                image.orientation = try Exif.orientation(
                    at: chunk.dataOffset,
                    end: chunk.end,
                    &reader
                )
            case "IDAT", "IEND":
                image.isAnimated = image.isAnimated ?? false
                image.frameCount = image.frameCount ?? 1
                return
            default:
                break
            }
            try reader.step(from: offset, to: chunk.end)
            offset = chunk.end
        }
    }
}

extension PNGFormat {
    /// A chunk: length, type, data and checksum.
    struct Chunk {
        let offset: Int64
        let type: FourCC
        let byteCount: Int64

        var dataOffset: Int64 { offset + 8 }
        var end: Int64 { offset + 12 + byteCount }

        init(at offset: Int64, _ reader: inout HeaderReader) throws(SniffStop) {
            self.offset = offset
            byteCount = try reader.uint32(at: offset, .big)
            type = try reader.fourCC(at: offset + 4)
            guard byteCount <= Int32.max else {
                throw .malformed(reason: "chunk length is past 2^31 - 1", offset: offset)
            }
        }
    }
}
