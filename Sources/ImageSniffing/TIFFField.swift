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

    /// The first of one or more integers; `nil` if they stand far away or are missing.
    ///
    /// What is near seldom costs a read. It is told by the offsets alone, so that a source and a
    /// prefix give the same answer.
    func firstInlineInteger(
        of block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64? {
        guard let byteCount = elementByteCount, count > 0 else { return nil }
        if count <= (block.isBig ? 8 : 4) / byteCount {
            return try element(at: valueOffset, of: block, &reader)
        }
        let offset = try block.wideInteger(at: valueOffset, &reader)
        guard let position = try? block.position(of: offset, at: valueOffset) else { return nil }
        let isNear =
            max(position, valueOffset) < Self.firstPageByteCount
            || 0..<Self.nearByteCount ~= position - valueOffset
        guard isNear else { return nil }
        do {
            return try element(at: position, of: block, &reader)
        } catch .truncated {
            return nil
        }
    }

    /// What the first read of a source takes.
    private static let firstPageByteCount: Int64 = 4096

    /// What stands so closely behind the field came with it.
    private static let nearByteCount: Int64 = 256

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
