extension MetadataScan {
    /// Walks all chunks.
    ///
    /// Source: [RFC 9649, section 2.7.1.4](https://www.rfc-editor.org/rfc/rfc9649.html#section-2.7.1.4).
    mutating func walkWebP(_ reader: inout HeaderReader) throws(SniffStop) {
        let end = try reader.uint32(at: 4, .little) + 8
        var offset = WebPFormat.firstChunkOffset
        while offset + 8 <= end {
            let chunk = try WebPFormat.Chunk(at: offset, &reader)
            let range = chunk.offset..<chunk.end
            let data = chunk.dataOffset..<chunk.dataOffset + chunk.byteCount
            switch chunk.type {
            case "EXIF":
                let tiff = try Exif.tiffOffset(at: data.lowerBound, &reader)
                if tiff <= data.upperBound {
                    try appendExif(range, payload: tiff..<data.upperBound, &reader)
                }
            case "XMP ": try appendXMP(range, payload: data, &reader)
            case "ICCP": append(.icc, range, payload: data, hasGPS: false)
            default: break
            }
            try reader.step(from: offset, to: chunk.end)
            offset = chunk.end
        }
    }
}
