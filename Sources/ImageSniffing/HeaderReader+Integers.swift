/// The order in which the bytes of an integer are stored.
enum ByteOrder {
    /// The most significant byte is first.
    case big

    /// The least significant byte is first.
    case little
}

extension HeaderReader {
    /// The byte at `offset`.
    @inline(__always)
    mutating func uint8(at offset: Int64) throws(SniffStop) -> Int {
        let value: UInt8 = try integer(at: offset, .big)
        return Int(value)
    }

    /// The two bytes at `offset`.
    @inline(__always)
    mutating func uint16(at offset: Int64, _ order: ByteOrder) throws(SniffStop) -> Int {
        let value: UInt16 = try integer(at: offset, order)
        return Int(value)
    }

    /// The four bytes at `offset`.
    @inline(__always)
    mutating func uint32(at offset: Int64, _ order: ByteOrder) throws(SniffStop) -> Int64 {
        let value: UInt32 = try integer(at: offset, order)
        return Int64(value)
    }

    /// The eight bytes at `offset`.
    @inline(__always)
    mutating func uint64(at offset: Int64, _ order: ByteOrder) throws(SniffStop) -> UInt64 {
        try integer(at: offset, order)
    }

    /// The eight bytes at `offset`, which count or place bytes of the file.
    ///
    /// No file has 2^62 bytes; so the sum of two such numbers, and of one of them and any number
    /// of 32 bits, doesn't overflow.
    mutating func uint62(at offset: Int64, _ order: ByteOrder) throws(SniffStop) -> Int64 {
        let value = try uint64(at: offset, order)
        guard value < 1 << 62 else {
            throw .malformed(reason: "number is past any file's end", offset: offset)
        }
        return Int64(value)
    }

    /// The three bytes at `offset`, least significant first.
    mutating func uint24LittleEndian(at offset: Int64) throws(SniffStop) -> Int {
        try uint16(at: offset, .little) | uint8(at: offset + 2) << 16
    }

    /// The four letters at `offset`.
    @inline(__always)
    mutating func fourCC(at offset: Int64) throws(SniffStop) -> FourCC {
        let value: UInt32 = try integer(at: offset, .big)
        return FourCC(rawValue: value)
    }
}
