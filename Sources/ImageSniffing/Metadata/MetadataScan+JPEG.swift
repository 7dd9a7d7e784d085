extension MetadataScan {
    /// Walks the segments up to the first scan.
    ///
    /// Source: EXIF 2.32, section 4.7.2; XMP specification part 3, sections 1.1.3 and 1.1.3.1;
    /// ICC.1:2022, section B.4.
    mutating func walkJPEG(_ reader: inout HeaderReader) throws(SniffStop) {
        var offset: Int64 = 2
        while true {
            let segment = try JPEGFormat.Segment(at: offset, &reader)
            switch segment.marker {
            case JPEGFormat.Marker.app1: try takeApp1(segment, &reader)
            case JPEGFormat.Marker.app2: try takeApp2(segment, &reader)
            case JPEGFormat.Marker.startOfScan, JPEGFormat.Marker.endOfImage: return
            default: break
            }
            offset = segment.end
        }
    }

    private mutating func takeApp1(
        _ segment: JPEGFormat.Segment,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        let range = segment.offset..<segment.end
        if try segment.begins(with: "Exif\0", &reader), segment.byteCount >= 8 {
            try appendExif(range, payload: segment.dataOffset + 6..<segment.end, &reader)
        } else if try segment.begins(with: "http://ns.adobe.com/xap/1.0/\0", &reader) {
            try appendXMP(range, payload: segment.dataOffset + 29..<segment.end, &reader)
        } else if try segment.begins(with: "http://ns.adobe.com/xmp/extension/\0", &reader),
            segment.byteCount >= 77
        {
            // A checksum of the whole, its size, and this part's offset stand before the text.
            try appendXMP(range, payload: segment.dataOffset + 75..<segment.end, &reader)
        }
    }

    private mutating func takeApp2(
        _ segment: JPEGFormat.Segment,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        guard try segment.begins(with: "ICC_PROFILE\0", &reader), segment.byteCount >= 16 else {
            return
        }
        let payload = segment.dataOffset + 14..<segment.end
        append(.icc, segment.offset..<segment.end, payload: payload, hasGPS: false)
    }
}

extension JPEGFormat.Segment {
    /// Whether the segment's data begins with `literal`.
    fileprivate func begins(
        with literal: StaticString,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Bool {
        guard end - dataOffset >= Int64(literal.utf8CodeUnitCount) else { return false }
        return try reader.hasBytes(literal, at: dataOffset)
    }
}
