/// WebP: lossy, lossless, and extended with animation and metadata.
///
/// Source: [RFC 9649](https://www.rfc-editor.org/rfc/rfc9649.html), sections 2.5 to 2.7 and 3.4;
/// [RFC 6386, section 9.1](https://www.rfc-editor.org/rfc/rfc6386.html#section-9.1).
enum WebPFormat {
    /// Where the first chunk begins, behind `RIFF`, the file's size and `WEBP`.
    static let firstChunkOffset: Int64 = 12

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        switch try reader.fourCC(at: firstChunkOffset) {
        case "VP8 ": return try readLossy(&reader)
        case "VP8L": return try readLossless(&reader)
        case "VP8X": return try readExtended(&reader)
        default:
            throw .malformed(
                reason: "the first chunk is none of VP8, VP8L and VP8X",
                offset: firstChunkOffset
            )
        }
    }

    private static func readLossy(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let tag = try reader.uint8(at: 20)
        let startCode = try reader.uint24LittleEndian(at: 23)
        guard tag & 1 == 0, startCode == 0x2A_019D else {
            throw .malformed(reason: "no VP8 key frame", offset: 20)
        }
        let width = try reader.uint16(at: 26, .little) & 0x3FFF
        let height = try reader.uint16(at: 28, .little) & 0x3FFF
        var header = try ImageHeader.still(.webP, pixels: Int64(width), by: Int64(height), at: 26)
        header.hasAlpha = false
        header.bitDepth = 8
        return header
    }

    private static func readLossless(
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        let signature = try reader.uint8(at: 20)
        let bits = try reader.uint32(at: 21, .little)
        guard signature == 0x2F, bits >> 29 == 0 else {
            throw .malformed(reason: "no VP8L header", offset: 20)
        }
        var header = try ImageHeader.still(
            .webP,
            pixels: bits & 0x3FFF + 1,
            by: bits >> 14 & 0x3FFF + 1,
            at: 21
        )
        header.hasAlpha = bits >> 28 & 1 == 1
        header.bitDepth = 8
        return header
    }

    private static func readExtended(
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        let flags = try reader.uint8(at: 20)
        let width = try reader.uint24LittleEndian(at: 24) + 1
        let height = try reader.uint24LittleEndian(at: 27) + 1
        var header = ImageHeader(.webP, width: width, height: height)
        header.hasAlpha = flags & 0x10 != 0
        header.isAnimated = flags & 0x02 != 0
        header.bitDepth = 8
        if header.isAnimated == false { header.frameCount = 1 }
        if flags & 0x0A != 0 {
            try reader.readOptionalFacts { reader throws(SniffStop) in
                try readChunks(of: &header, hasExif: flags & 0x08 != 0, &reader)
            }
        }
        return header
    }

    private static func readChunks(
        of header: inout ImageHeader,
        hasExif: Bool,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        var offset = firstChunkOffset
        var frameCount = 0
        let end = try reader.uint32(at: 4, .little) + 8
        while offset < end {
            let chunk = try Chunk(at: offset, &reader)
            if chunk.type == "ANMF" { frameCount += 1 }
            if chunk.type == "EXIF", header.orientation == nil {
                header.orientation = try Exif.orientation(
                    at: Exif.tiffOffset(at: chunk.dataOffset, &reader),
                    end: chunk.dataOffset + chunk.byteCount,
                    &reader
                )
                if header.isAnimated == false { return }
            }
            try reader.step(from: offset, to: chunk.end)
            offset = chunk.end
        }
        if header.isAnimated == true, frameCount > 0 { header.frameCount = frameCount }
    }
}

extension WebPFormat {
    /// A RIFF chunk: type, size, data, and a byte more if the size is odd.
    struct Chunk {
        let offset: Int64
        let type: FourCC
        let byteCount: Int64

        var dataOffset: Int64 { offset + 8 }
        var end: Int64 { offset + 8 + byteCount + byteCount & 1 }

        init(at offset: Int64, _ reader: inout HeaderReader) throws(SniffStop) {
            self.offset = offset
            type = try reader.fourCC(at: offset)
            byteCount = try reader.uint32(at: offset + 4, .little)
        }
    }
}
