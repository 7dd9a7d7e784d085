/// One field of a TIFF directory.
struct TIFFField {
    let tag: Int
    let type: Int
    let count: Int64

    /// Where the value is, or, if it is longer than the field has room for, where its offset is.
    let valueOffset: Int64

    init(
        at offset: Int64,
        of block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        tag = try reader.uint16(at: offset, block.order)
        type = try reader.uint16(at: offset + 2, block.order)
        count = try block.wideInteger(at: offset + 4, &reader)
        valueOffset = offset + (block.isBig ? 12 : 8)
    }

    /// The value if it is one integer; `nil` if it is something else.
    func integer(
        of block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64? {
        guard count == 1 else { return nil }
        return try element(at: valueOffset, of: block, &reader)
    }

    /// The first of one or more integers; `nil` if reading it would cost a hop.
    func firstInlineInteger(
        of block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64? {
        guard let byteCount = elementByteCount, count > 0 else { return nil }
        if count <= (block.isBig ? 8 : 4) / byteCount {
            return try element(at: valueOffset, of: block, &reader)
        }
        let offset = try block.wideInteger(at: valueOffset, &reader)
        guard let position = try? block.position(of: offset, at: valueOffset),
            reader.isInWindow(position, count: 8)
        else { return nil }
        return try element(at: position, of: block, &reader)
    }

    private var elementByteCount: Int64? {
        switch type {
        case 1: 1
        case 3: 2
        case 4, 13: 4
        case 16, 18: 8
        default: nil
        }
    }

    private func element(
        at offset: Int64,
        of block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64? {
        switch elementByteCount {
        case 1: Int64(try reader.uint8(at: offset))
        case 2: Int64(try reader.uint16(at: offset, block.order))
        case 4: try reader.uint32(at: offset, block.order)
        case 8: Int64(exactly: try reader.uint64(at: offset, block.order))
        default: nil
        }
    }
}
