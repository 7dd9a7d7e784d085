/// OpenEXR; the size is that of the data window, which is what is stored.
///
/// Source: [OpenEXR file layout](https://openexr.com/en/latest/OpenEXRFileLayout.html).
enum OpenEXRFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        var offset: Int64 = 8
        while true {
            let name = offset
            let nameEnd = try endOfText(at: name, &reader)
            guard nameEnd > name else {
                throw .malformed(reason: "no data window in the header", offset: offset)
            }
            let typeEnd = try endOfText(at: nameEnd + 1, &reader)
            let size: Int32 = try reader.integer(at: typeEnd + 1, .little)
            guard size >= 0 else {
                throw .malformed(reason: "attribute with a negative size", offset: typeEnd + 1)
            }
            let value = typeEnd + 5
            if nameEnd - name == 10, size == 16, try reader.hasBytes("dataWindow", at: name) {
                return try header(dataWindowAt: value, &reader)
            }
            try reader.step(from: offset, to: value + Int64(size))
            offset = value + Int64(size)
        }
    }

    private static func header(
        dataWindowAt offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        let left: Int32 = try reader.integer(at: offset, .little)
        let top: Int32 = try reader.integer(at: offset + 4, .little)
        let right: Int32 = try reader.integer(at: offset + 8, .little)
        let bottom: Int32 = try reader.integer(at: offset + 12, .little)
        return try ImageHeader(
            .openEXR,
            pixels: Int64(right) - Int64(left) + 1,
            by: Int64(bottom) - Int64(top) + 1,
            at: offset
        )
    }

    /// Where the NUL of the text at `offset` is; names have at most 255 bytes.
    private static func endOfText(
        at offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        for position in offset..<offset + 256 where try reader.uint8(at: position) == 0 {
            return position
        }
        throw .malformed(reason: "name is longer than 255 bytes", offset: offset)
    }
}
