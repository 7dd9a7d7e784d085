/// Integers in as many bytes as they need: seven bits a byte, the lowest first.
///
/// Source: [DWARF 5, section 7.6](https://dwarfstd.org/doc/DWARF5.pdf); signed ones alternate
/// with positive ones, as in [Protocol Buffers](https://protobuf.dev/programming-guides/encoding/).
enum LEB128 {
    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    static func append(signed value: Int64, to bytes: inout [UInt8]) {
        append(UInt64(bitPattern: (value << 1) ^ (value >> 63)), to: &bytes)
    }

    /// Reads the integer at `position`, which moves behind it.
    static func read(_ bytes: [UInt8], at position: inout Int) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            guard byte > 0x7F else { return value }
            shift += 7
        }
    }

    /// Reads the signed integer at `position`, which moves behind it.
    static func readSigned(_ bytes: [UInt8], at position: inout Int) -> Int64 {
        let value = read(bytes, at: &position)
        return Int64(bitPattern: value >> 1) ^ -Int64(value & 1)
    }

    /// Appends the number of bytes of `text`, and `text`.
    static func append(text: some Collection<UInt8>, to bytes: inout [UInt8]) {
        append(UInt64(text.count), to: &bytes)
        bytes.append(contentsOf: text)
    }

    /// Where the text at `position` stands, which moves behind it.
    static func readText(_ bytes: [UInt8], at position: inout Int) -> Range<Int> {
        let count = Int(read(bytes, at: &position))
        defer { position += count }
        return position..<position + count
    }
}
