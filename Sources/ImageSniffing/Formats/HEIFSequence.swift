/// The pictures of a HEIF or AVIF image sequence: the first visual track of its `moov` box.
///
/// Canon's CR3 is laid out alike; its first track is the image in full size.
///
/// Source: ISO/IEC 23008-12, section 7.2; ISO/IEC 14496-12, sections 8.4.3 (`hdlr`),
/// 8.5.2 (`stsd`), 8.7.3 (`stsz`) and 12.1.3 (visual sample entries).
enum HEIFSequence {
    static func read(
        _ movie: Box,
        _ format: ImageFormat,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        var offset = movie.contentOffset
        while offset < movie.end {
            let track = try Box(at: offset, in: movie, &reader)
            offset = track.end
            guard track.type == "trak", let media = try track.child("mdia", &reader),
                let handler = try media.child("hdlr", &reader),
                try isVisual(handler, &reader),
                let information = try media.child("minf", &reader),
                let table = try information.child("stbl", &reader)
            else { continue }
            return try header(of: table, format, &reader)
        }
        throw .malformed(reason: "the movie has no picture track", offset: movie.offset)
    }

    private static func isVisual(
        _ handler: Box,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Bool {
        let type = try reader.fourCC(at: handler.contentOffset + 8)
        return type == "pict" || type == "vide"
    }

    private static func header(
        of table: Box,
        _ format: ImageFormat,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        guard let descriptions = try table.child("stsd", &reader) else {
            throw .malformed(reason: "the track has no sample description", offset: table.offset)
        }
        let entry = try Box(at: descriptions.contentOffset + 8, in: descriptions, &reader)
        try entry.checkContains(entry.contentOffset + 28)
        var header = try ImageHeader(
            format,
            pixels: Int64(try reader.uint16(at: entry.contentOffset + 24, .big)),
            by: Int64(try reader.uint16(at: entry.contentOffset + 26, .big)),
            at: entry.contentOffset + 24
        )
        try reader.readOptionalFacts { reader throws(SniffStop) in
            guard let sizes = try table.child("stsz", &reader) else { return }
            let count = Int(clamping: try reader.uint32(at: sizes.contentOffset + 8, .big))
            header.frameCount = count
            header.isAnimated = count > 1 && format != .cr3
        }
        return header
    }
}
