/// A cursor over the text of a header, with a cap on how far it goes.
struct TextScanner {
    private(set) var offset: Int64
    private let limit: Int64

    /// A cursor at `offset` that may go on for `byteLimit` bytes.
    init(at offset: Int64, byteLimit: Int64) {
        self.offset = offset
        self.limit = offset + byteLimit
    }

    /// The byte under the cursor.
    func peek(_ reader: inout HeaderReader) throws(SniffStop) -> UInt8 {
        guard offset < limit else {
            throw .malformed(reason: "the header's text is too long", offset: offset)
        }
        return UInt8(truncatingIfNeeded: try reader.uint8(at: offset))
    }

    /// The byte under the cursor, which moves on.
    mutating func next(_ reader: inout HeaderReader) throws(SniffStop) -> UInt8 {
        let byte = try peek(&reader)
        offset += 1
        return byte
    }

    /// Moves past white space.
    mutating func skipSpace(_ reader: inout HeaderReader) throws(SniffStop) {
        while Self.isSpace(try peek(&reader)) { offset += 1 }
    }

    /// Moves behind the next `byte`.
    mutating func skip(
        past byte: Unicode.Scalar,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        while try next(&reader) != UInt8(ascii: byte) {}
    }

    /// Moves behind `literal` if it is under the cursor.
    mutating func take(
        _ literal: StaticString,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Bool {
        // Byte by byte: a text that differs early mustn't need as many bytes as the literal.
        for index in 0..<literal.utf8CodeUnitCount {
            let wanted = literal.withUTF8Buffer { unsafe $0[index] }
            guard try reader.uint8(at: offset + Int64(index)) == wanted else { return false }
        }
        offset += Int64(literal.utf8CodeUnitCount)
        return true
    }

    /// Takes the word up to the next white space.
    mutating func takeWord(_ reader: inout HeaderReader) throws(SniffStop) -> String {
        var word: [UInt8] = []
        while !Self.isSpace(try peek(&reader)) { word.append(try next(&reader)) }
        return String(decoding: word, as: UTF8.self)
    }

    /// Takes a number that stands between white space; `nil` if none is there.
    mutating func takeDecimal(_ reader: inout HeaderReader) throws(SniffStop) -> Int64? {
        try skipSpace(&reader)
        let start = offset
        var value: Int64 = 0
        while true {
            let digit = Int64(try peek(&reader)) - 0x30
            guard 0...9 ~= digit else { return offset > start ? value : nil }
            value = value * 10 + digit
            guard value <= Int32.max else {
                throw .malformed(reason: "number is past 2^31 - 1", offset: start)
            }
            offset += 1
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || 0x09...0x0D ~= byte
    }
}
