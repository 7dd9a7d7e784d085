/// JPEG XL: the bare codestream, and the codestream in one or several boxes.
///
/// The orientation is the codestream's own; an EXIF box has none to give.
///
/// Source: ISO/IEC 18181-2, section 9 (boxes); ISO/IEC 18181-1, annexes A.3 and A.6 (headers).
enum JPEGXLFormat {
    static func readCodestream(
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        reader.format = .jpegXL
        var codestream = JPEGXLCodestream()
        try codestream.append(from: 0, to: .max, isLast: true, &reader)
        return try header(of: codestream)
    }

    static func readContainer(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        var codestream = JPEGXLCodestream()
        var nextPart: Int64 = 0
        var offset: Int64 = 12
        var hasLaterPart = false
        while true {
            let box = try Box(atTopLevel: offset, &reader)
            if box.type == "jxlc" {
                try codestream.append(
                    from: box.contentOffset,
                    to: box.end,
                    isLast: true,
                    &reader
                )
                return try header(of: codestream)
            }
            if box.type == "jxlp" {
                try box.checkContains(box.contentOffset + 4)
                // The top bit of the part's number marks the last one.
                let number = try reader.uint32(at: box.contentOffset, .big)
                if number & 0x7FFF_FFFF == nextPart {
                    let isLast = number >> 31 == 1 || box.reachesToEnd
                    try codestream.append(
                        from: box.contentOffset + 4,
                        to: box.end,
                        isLast: isLast,
                        &reader
                    )
                    do {
                        // At once: whatever follows, it can't change what this part completes.
                        return try header(of: codestream)
                    } catch .truncated(let position, _) where position >= box.end {
                        nextPart += 1
                    }
                    // Parts may be out of order: the next one may have gone by.
                    if hasLaterPart {
                        (offset, hasLaterPart) = (12, false)
                        continue
                    }
                } else if number & 0x7FFF_FFFF > nextPart {
                    hasLaterPart = true
                }
            }
            guard !box.reachesToEnd else {
                throw .malformed(reason: "no codestream up to the last box", offset: offset)
            }
            offset = box.end
        }
    }

    private static func header(
        of codestream: consuming JPEGXLCodestream
    ) throws(SniffStop) -> ImageHeader {
        var bits = codestream
        guard try bits.take(16) == 0x0AFF else {
            throw .malformed(reason: "no codestream signature", offset: bits.fileOffset)
        }
        let size = try JPEGXLHeaders.size(&bits)
        var header = try ImageHeader(
            .jpegXL,
            pixels: size.width,
            by: size.height,
            at: bits.fileOffset
        )
        try JPEGXLHeaders.metadata(&bits, into: &header)
        return header
    }
}
