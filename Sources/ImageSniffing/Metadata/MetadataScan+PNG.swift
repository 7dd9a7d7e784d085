extension MetadataScan {
    /// Walks all chunks; metadata may stand behind the pixels.
    ///
    /// ImageMagick's `Raw profile type` texts are told apart by their keyword, but are compressed
    /// or written in hexadecimal digits.
    /// Source: [PNG, third edition](https://www.w3.org/TR/png-3/), sections 11.3.2.3, 11.3.3 and 11.3.5;
    /// XMP specification part 3, section 1.1.5.
    mutating func walkPNG(_ reader: inout HeaderReader) throws(SniffStop) {
        var offset = PNGFormat.firstChunkOffset
        while true {
            let chunk = try PNGFormat.Chunk(at: offset, &reader)
            let range = chunk.offset..<chunk.end
            let data = chunk.dataOffset..<chunk.dataOffset + chunk.byteCount
            switch chunk.type {
            case "eXIf": try appendExif(range, payload: data, &reader)
            case "iCCP": append(.icc, range, payload: data, hasGPS: false)
            case "iTXt": try takeInternationalText(range, data, &reader)
            case "tEXt", "zTXt": try takeRawProfile(range, data, &reader)
            case "IEND": return
            default: break
            }
            try reader.step(from: offset, to: chunk.end)
            offset = chunk.end
        }
    }

    private mutating func takeInternationalText(
        _ range: Range<Int64>,
        _ data: Range<Int64>,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        let keyword: StaticString = "XML:com.adobe.xmp\0"
        let flags = data.lowerBound + Int64(keyword.utf8CodeUnitCount)
        guard data.upperBound >= flags + 4, try reader.hasBytes(keyword, at: data.lowerBound)
        else { return }
        if try reader.uint8(at: flags) == 1 {
            append(.xmp, range, payload: flags + 2..<data.upperBound, hasGPS: nil)
        } else {
            try appendXMP(range, payload: flags + 2..<data.upperBound, &reader)
        }
    }

    private mutating func takeRawProfile(
        _ range: Range<Int64>,
        _ data: Range<Int64>,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        let keyword: StaticString = "Raw profile type "
        let name = data.lowerBound + Int64(keyword.utf8CodeUnitCount)
        guard data.upperBound >= name + 4, try reader.hasBytes(keyword, at: data.lowerBound)
        else { return }
        switch try reader.fourCC(at: name) {
        case "exif", "APP1": append(.exif, range, payload: data, hasGPS: nil)
        case "xmp\0": append(.xmp, range, payload: data, hasGPS: nil)
        case "icc\0", "icm\0": append(.icc, range, payload: data, hasGPS: false)
        default: break
        }
    }
}
