/// The first bytes of a JPEG XL codestream, joined from its boxes and read bit by bit.
///
/// Source: ISO/IEC 18181-1, annex B.2: the first bit of a field is the least significant one.
struct JPEGXLCodestream {
    /// Where the next byte of the codestream would be looked for; `nil` if there is none.
    private var missing: (offset: Int64, count: Int)?

    /// Where the last appended byte ends in the file.
    private(set) var fileOffset: Int64 = 0

    private(set) var byteCount = 0
    /// Room for more than the headers up to the first extra channel can have.
    private var bytes = [96 of UInt8](repeating: 0)
    private var bitOffset = 0

    var isFull: Bool { byteCount == bytes.count }

    /// Appends the bytes of the file from `start` to `end`, as many as there are and fit.
    ///
    /// Nothing follows the last part.
    mutating func append(
        from start: Int64,
        to end: Int64,
        isLast: Bool,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        var offset = start
        missing = nil
        while !isFull, offset < end {
            do {
                bytes[byteCount] = UInt8(truncatingIfNeeded: try reader.uint8(at: offset))
            } catch .truncated(let position, let count) {
                missing = (position, count)
                break
            }
            byteCount += 1
            offset += 1
        }
        fileOffset = offset
        if offset == end, !isLast { missing = (end, 8) }
    }

    /// Takes the next `count` bits, at most 32.
    mutating func take(_ count: Int) throws(SniffStop) -> Int64 {
        guard bitOffset + count <= byteCount * 8 else {
            guard !isFull, let missing else {
                throw .malformed(reason: "the codestream ends in its header", offset: fileOffset)
            }
            throw .truncated(offset: missing.offset, count: missing.count)
        }
        var value: Int64 = 0
        for index in 0..<count {
            let bit = bytes[(bitOffset + index) >> 3] >> UInt8((bitOffset + index) & 7) & 1
            value |= Int64(bit) << Int64(index)
        }
        bitOffset += count
        return value
    }

    /// Takes a flag.
    mutating func takeFlag() throws(SniffStop) -> Bool { try take(1) == 1 }

    /// Takes a number whose first two bits choose how it is coded: `offset` plus so many bits.
    mutating func takeChoice(
        _ first: (offset: Int64, bitCount: Int),
        _ second: (offset: Int64, bitCount: Int),
        _ third: (offset: Int64, bitCount: Int),
        _ fourth: (offset: Int64, bitCount: Int)
    ) throws(SniffStop) -> Int64 {
        let choice =
            switch try take(2) {
            case 0: first
            case 1: second
            case 2: third
            default: fourth
            }
        return choice.offset + (try take(choice.bitCount))
    }
}
