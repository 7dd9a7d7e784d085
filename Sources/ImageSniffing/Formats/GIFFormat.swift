/// GIF, with the number of its frames.
///
/// The screen descriptor gives the size; a file whose screen is empty is as large as its first
/// frame, which is how viewers show it. Frames are counted by hopping over the data sub-blocks, as
/// far as the budget reaches.
///
/// Source: [GIF89a](https://www.w3.org/Graphics/GIF/spec-gif89a.txt), sections 17 to 27.
enum GIFFormat {
    private static let imageSeparator = 0x2C
    private static let extensionIntroducer = 0x21
    private static let trailer = 0x3B
    private static let graphicControlLabel = 0xF9

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let width = try reader.uint16(at: 6, .little)
        let height = try reader.uint16(at: 8, .little)
        let firstBlock = 13 + colorTableByteCount(packed: try reader.uint8(at: 10))
        // Text may begin with "GIF89a"; a block it hasn't.
        let introducer = try reader.uint8(at: firstBlock)
        guard
            introducer == imageSeparator || introducer == extensionIntroducer
                || introducer == trailer
        else { throw .mismatch }
        var header = ImageHeader(.gif, width: width, height: height)
        header.bitDepth = 8
        do throws(SniffStop) {
            try readBlocks(at: firstBlock, of: &header, &reader)
        } catch {
            // The frames are facts to do without, unless the size is that of the first one.
            if case .sourceFailed = error { throw error }
            if header.width == 0 || header.height == 0 { throw error }
        }
        guard header.width != 0, header.height != 0 else {
            throw .malformed(reason: "width or height is zero", offset: 6)
        }
        return header
    }

    private static func readBlocks(
        at offset: Int64,
        of header: inout ImageHeader,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        var offset = offset
        var frameCount = 0
        while true {
            switch try reader.uint8(at: offset) {
            case imageSeparator:
                frameCount += 1
                if frameCount == 1, header.width == 0 || header.height == 0 {
                    let width = try reader.uint16(at: offset + 5, .little)
                    let height = try reader.uint16(at: offset + 7, .little)
                    (header.width, header.height) = (width, height)
                }
                if frameCount == 2 { header.isAnimated = true }
                let packed = try reader.uint8(at: offset + 9)
                let data = offset + 10 + colorTableByteCount(packed: packed) + 1
                offset = try endOfSubBlocks(at: data, &reader)
            case extensionIntroducer:
                let label = try reader.uint8(at: offset + 1)
                if label == graphicControlLabel, try reader.uint8(at: offset + 3) & 1 == 1 {
                    header.hasAlpha = true
                }
                offset = try endOfSubBlocks(at: offset + 2, &reader)
            case trailer:
                header.frameCount = frameCount
                header.isAnimated = frameCount > 1
                header.hasAlpha = header.hasAlpha ?? false
                return
            default:
                // Decoders skip bytes between blocks that begin none.
                try reader.step(from: offset, to: offset + 1)
                offset += 1
            }
        }
    }

    private static func endOfSubBlocks(
        at offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        var offset = offset
        while true {
            let byteCount = try reader.uint8(at: offset)
            let next = offset + 1 + Int64(byteCount)
            if byteCount == 0 { return next }
            try reader.step(from: offset, to: next)
            offset = next
        }
    }

    private static func colorTableByteCount(packed: Int) -> Int64 {
        packed & 0x80 == 0 ? 0 : 3 << Int64((packed & 7) + 1)
    }
}
