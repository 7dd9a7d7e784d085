/// JPEG of every process (baseline, progressive, lossless, arithmetic), and JPEG-LS.
///
/// The orientation is that of the first EXIF segment that has one; the pixel size is always the
/// frame header's, never EXIF's. A height of zero, which a DNL segment behind the pixels would
/// correct, is unknown.
///
/// Source: [ITU-T T.81](https://www.w3.org/Graphics/JPEG/itu-t81.pdf), sections B.1.1 and B.2.2;
/// ITU-T T.87, section C.2.2; EXIF 2.32, section 4.7.2.
enum JPEGFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        var orientation: ImageOrientation?
        var offset: Int64 = 2
        while true {
            let segment = try Segment(at: offset, &reader)
            if segment.isFrameHeader {
                var header = try frameHeader(of: segment, &reader)
                header.orientation = orientation
                return header
            }
            guard segment.marker != Marker.startOfScan, segment.marker != Marker.endOfImage else {
                throw .malformed(reason: "no frame header before the scan", offset: segment.offset)
            }
            if segment.marker == Marker.app1, orientation == nil {
                orientation = try exifOrientation(of: segment, &reader)
            }
            offset = segment.end
        }
    }

    private static func frameHeader(
        of segment: Segment,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        guard segment.byteCount >= 8 else {
            throw .malformed(reason: "the frame header is too short", offset: segment.offset)
        }
        if segment.marker == Marker.jpegLSFrame { reader.format = .jpegLS }
        let precision = try reader.uint8(at: segment.dataOffset)
        let height = try reader.uint16(at: segment.dataOffset + 1, .big)
        let width = try reader.uint16(at: segment.dataOffset + 3, .big)
        let format = reader.format ?? .jpeg
        var header = try ImageHeader.still(
            format,
            pixels: Int64(width),
            by: Int64(max(height, 1)),
            at: segment.dataOffset + 1
        )
        if height == 0 { header.height = nil }
        header.bitDepth = precision
        header.hasAlpha = false
        return header
    }

    private static func exifOrientation(
        of segment: Segment,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageOrientation? {
        guard segment.byteCount > 8, try reader.hasBytes("Exif\0", at: segment.dataOffset) else {
            return nil
        }
        return try Exif.orientation(at: segment.dataOffset + 6, end: segment.end, &reader)
    }
}

extension JPEGFormat {
    /// The second bytes of the markers that matter here.
    enum Marker {
        static let startOfImage = 0xD8
        static let endOfImage = 0xD9
        static let startOfScan = 0xDA
        static let app1 = 0xE1
        static let app2 = 0xE2
        static let jpegLSFrame = 0xF7
    }

    /// A marker, and the segment that follows it if there is one.
    struct Segment {
        /// Where the marker's `FF` is; fill bytes before it are skipped.
        let offset: Int64
        let marker: Int

        /// What the segment's length field says, which counts itself; 0 for a marker alone.
        let byteCount: Int64

        var dataOffset: Int64 { offset + 4 }
        var end: Int64 { offset + 2 + byteCount }

        /// Finds the next marker at or behind `offset`.
        ///
        /// Any number of `FF` may stand before a marker (T.81, B.1.1.2). Other bytes may not, but
        /// decoders skip them, so a file that has some is still shown.
        init(at offset: Int64, _ reader: inout HeaderReader) throws(SniffStop) {
            var position = offset
            var marker = 0
            while true {
                let byte = try reader.uint8(at: position)
                if byte == 0xFF {
                    marker = try reader.uint8(at: position + 1)
                    if marker != 0xFF && marker != 0 { break }
                }
                try reader.step(from: position, to: position + 1)
                position += 1
            }
            self.offset = position
            self.marker = marker
            if marker == 0x01 || 0xD0...0xDA ~= marker {
                byteCount = 0
            } else {
                byteCount = Int64(try reader.uint16(at: position + 2, .big))
                guard byteCount >= 2 else {
                    throw .malformed(reason: "segment length is below 2", offset: position + 2)
                }
            }
            try reader.step(from: offset, to: end)
        }

        /// Whether the segment is a frame header: SOF0 to SOF15 without DHT, JPG and DAC; DHP,
        /// which stands for the whole of a hierarchical image; and SOF55 of JPEG-LS.
        var isFrameHeader: Bool {
            switch marker {
            case 0xC4, 0xC8, 0xCC: false
            case 0xC0...0xCF, 0xDE, Marker.jpegLSFrame: true
            default: false
            }
        }
    }
}
