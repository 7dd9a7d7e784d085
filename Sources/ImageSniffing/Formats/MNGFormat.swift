/// MNG, the multiple-image relative of PNG.
///
/// Source: [MNG 1.0, section 4.1.1](http://www.libpng.org/pub/mng/spec/mng-1.0-20010209-pdg.html).
enum MNGFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let chunk = try PNGFormat.Chunk(at: PNGFormat.firstChunkOffset, &reader)
        guard chunk.type == "MHDR", chunk.byteCount == 28 else {
            throw .malformed(reason: "the first chunk is not MHDR", offset: chunk.offset)
        }
        let width = try reader.uint32(at: chunk.dataOffset, .big)
        let height = try reader.uint32(at: chunk.dataOffset + 4, .big)
        return try ImageHeader(.mng, pixels: width, by: height, at: chunk.dataOffset)
    }
}
