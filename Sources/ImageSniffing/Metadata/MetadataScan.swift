/// A walk over all of a file's segments or chunks that notes the metadata among them.
struct MetadataScan {
    private(set) var map: ImageMetadataMap

    /// Walks the file, if it is of a format that can be mapped.
    static func result(
        of reader: inout HeaderReader
    ) -> (result: ImageMetadataMap?, failure: (any Error)?) {
        let (answer, failure) = FormatTable.result(of: &reader)
        guard failure == nil, let format = answer.format else { return (nil, failure) }
        var scan = MetadataScan(map: ImageMetadataMap(format))
        do {
            switch format {
            case .jpeg: try scan.walkJPEG(&reader)
            case .png: try scan.walkPNG(&reader)
            case .webP: try scan.walkWebP(&reader)
            default: return (nil, nil)
            }
            scan.map.isComplete = true
        } catch .sourceFailed(let error) {
            return (nil, error)
        } catch {
            // What was found before the damage is still there.
        }
        return (scan.map, nil)
    }

    /// Notes a block of EXIF whose TIFF header is where its payload begins.
    mutating func appendExif(
        _ range: Range<Int64>,
        payload: Range<Int64>,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        let hasGPS: Bool?
        do {
            hasGPS = try Exif.hasGPS(at: payload.lowerBound, end: payload.upperBound, &reader)
        } catch .malformed {
            hasGPS = nil
        }
        append(.exif, range, payload: payload, hasGPS: hasGPS)
    }

    /// Notes a block of XMP text.
    mutating func appendXMP(
        _ range: Range<Int64>,
        payload: Range<Int64>,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        let hasGPS = try reader.contains("GPSL", in: payload)
        append(.xmp, range, payload: payload, hasGPS: hasGPS)
    }

    /// Notes a block.
    mutating func append(
        _ kind: ImageMetadataMap.Kind,
        _ range: Range<Int64>,
        payload: Range<Int64>,
        hasGPS: Bool?
    ) {
        map.blocks.append(
            ImageMetadataMap.Block(kind: kind, range: range, payload: payload, hasGPS: hasGPS)
        )
    }
}

extension HeaderReader {
    /// Whether `literal` is somewhere in `range`.
    ///
    /// XMP writes `GPSLatitude` and `GPSLongitude` in full, whatever the prefix of its namespace.
    mutating func contains(
        _ literal: StaticString,
        in range: Range<Int64>
    ) throws(SniffStop) -> Bool {
        let length = literal.utf8CodeUnitCount
        var offset = range.lowerBound
        while range.upperBound - offset >= Int64(length) {
            let count = Int(min(range.upperBound - offset, 2048))
            let isFound = try withBytes(at: offset, count: count) { span in
                (0...count - length).contains { start in
                    literal.withUTF8Buffer { wanted in
                        (0..<length).allSatisfy { unsafe wanted[$0] == span[start + $0] }
                    }
                }
            }
            if isFound { return true }
            // The literal may lie across two pieces.
            let next = offset + Int64(count - length + 1)
            try step(from: offset, to: next)
            offset = next
        }
        return false
    }
}
