/// Reads one JSON text from front to back, without building a tree of it.
///
/// Members are seen in the order in which they stand, repeated ones too, which a decoder that fills
/// a dictionary loses.
///
/// Source: RFC 8259, https://www.rfc-editor.org/rfc/rfc8259
package struct JSONReader: Sendable {
    /// How deep values are nested at most.
    private static let maximumDepth = 128

    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var depth = 0

    /// Whether a comma has to come before the next member or element.
    private var needsComma = false

    /// Creates a reader of `bytes`, which are one JSON text.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Goes into an object, whose members ``nextKey()`` reads.
    package mutating func beginObject() throws(JSONFault) {
        try open("{", expected: "an object")
    }

    /// Reads the key of the next member, whose value has to be read or skipped.
    ///
    /// - Returns: `nil` behind the last member; the object is left then.
    package mutating func nextKey() throws(JSONFault) -> String? {
        guard try continues(until: "}") else { return nil }
        guard peek() == UInt8(ascii: "\"") else { throw malformed }
        let key = try string()
        try take(":")
        return key
    }

    /// Goes into an array, whose elements ``nextElement()`` finds.
    package mutating func beginArray() throws(JSONFault) {
        try open("[", expected: "an array")
    }

    /// Goes to the next element, which has to be read or skipped.
    ///
    /// - Returns: Whether there is one; the array is left if there is none.
    package mutating func nextElement() throws(JSONFault) -> Bool {
        try continues(until: "]")
    }

    /// Reads a string.
    package mutating func string() throws(JSONFault) -> String {
        guard let byte = peek() else { throw malformed }
        guard byte == UInt8(ascii: "\"") else { throw try wrongType("a string") }
        position += 1
        let start = position
        while position < bytes.endIndex, isPlain(bytes[position]) { position += 1 }
        if position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") {
            defer { position += 1 }
            return try text(bytes[start..<position], at: start)
        }
        return try escapedString(from: start)
    }

    /// Reads a whole number.
    package mutating func integer() throws(JSONFault) -> Int64 {
        guard let byte = peek() else { throw malformed }
        guard byte == UInt8(ascii: "-") || isDigit(byte) else {
            throw try wrongType("a whole number")
        }
        let start = position
        try skipNumber()
        let digits = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Int64(digits) else { throw .wrongType(expected: "a whole number") }
        return value
    }

    /// Reads `true` or `false`.
    package mutating func boolean() throws(JSONFault) -> Bool {
        guard let byte = peek() else { throw malformed }
        switch byte {
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        default: throw try wrongType("true or false")
        }
        return byte == UInt8(ascii: "t")
    }

    /// Skips a value of any type.
    package mutating func skipValue() throws(JSONFault) {
        guard let byte = peek() else { throw malformed }
        switch byte {
        case UInt8(ascii: "{"):
            try beginObject()
            while try nextKey() != nil { try skipValue() }
        case UInt8(ascii: "["):
            try beginArray()
            while try nextElement() { try skipValue() }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        default: try skipNumber()
        }
    }

    /// Checks that nothing follows the value.
    package mutating func finish() throws(JSONFault) {
        if peek() != nil { throw malformed }
    }

    // MARK: Tokens

    private var malformed: JSONFault { .malformed(offset: position - bytes.startIndex) }

    /// What to throw instead of a value of the wrong type, if that is a value at all.
    private func wrongType(_ expected: String) throws(JSONFault) -> JSONFault {
        var probe = self
        try probe.skipValue()
        return .wrongType(expected: expected)
    }

    /// The next byte that is no white space.
    private mutating func peek() -> UInt8? {
        while position < bytes.endIndex {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    private mutating func take(_ expected: Unicode.Scalar) throws(JSONFault) {
        guard peek() == UInt8(ascii: expected) else { throw malformed }
        position += 1
    }

    private mutating func open(
        _ bracket: Unicode.Scalar,
        expected: String
    ) throws(JSONFault) {
        guard let byte = peek() else { throw malformed }
        guard byte == UInt8(ascii: bracket) else { throw try wrongType(expected) }
        guard depth < Self.maximumDepth else { throw malformed }
        depth += 1
        position += 1
        needsComma = false
    }

    /// Goes to the next member or element, or behind the bracket that ends them.
    private mutating func continues(until bracket: Unicode.Scalar) throws(JSONFault) -> Bool {
        if peek() == UInt8(ascii: bracket) {
            position += 1
            depth -= 1
            needsComma = true
            return false
        }
        if needsComma { try take(",") }
        needsComma = true
        return true
    }

    private mutating func skipWord(_ word: StaticString) throws(JSONFault) {
        let matches = String(describing: word).utf8
        guard bytes[position...].starts(with: matches) else { throw malformed }
        position += matches.count
    }

    private mutating func skipNumber() throws(JSONFault) {
        if position < bytes.endIndex, bytes[position] == UInt8(ascii: "-") { position += 1 }
        if position < bytes.endIndex, bytes[position] == UInt8(ascii: "0") {
            position += 1
        } else {
            try skipDigits()
        }
        if position < bytes.endIndex, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if position < bytes.endIndex, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.endIndex,
                bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
            {
                position += 1
            }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(JSONFault) {
        guard position < bytes.endIndex, isDigit(bytes[position]) else { throw malformed }
        while position < bytes.endIndex, isDigit(bytes[position]) { position += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    // MARK: Strings

    private func text(_ utf8: ArraySlice<UInt8>, at start: Int) throws(JSONFault) -> String {
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw .malformed(offset: start - bytes.startIndex)
        }
        return text
    }

    /// Reads a string that has escapes, whose first ones are at or behind `position`.
    private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
        var result = Array(bytes[start..<position])
        while position < bytes.endIndex {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try text(result[...], at: start)
            case UInt8(ascii: "\\"):
                position += 1
                try result.append(contentsOf: escape().utf8)
            case 0..<0x20: throw malformed
            default:
                result.append(byte)
                position += 1
            }
        }
        throw malformed
    }

    /// Reads what follows a backslash.
    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        guard position < bytes.endIndex else { throw malformed }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return Unicode.Scalar(0x08)
        case UInt8(ascii: "f"): return Unicode.Scalar(0x0C)
        case UInt8(ascii: "n"): return Unicode.Scalar(0x0A)
        case UInt8(ascii: "r"): return Unicode.Scalar(0x0D)
        case UInt8(ascii: "t"): return Unicode.Scalar(0x09)
        case UInt8(ascii: "u"): return try unicodeEscape()
        default:
            position -= 1
            throw malformed
        }
    }

    /// Reads the digits of `\u`, and those of a second one if they are half of a character.
    private mutating func unicodeEscape() throws(JSONFault) -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, bytes[position...].starts(with: "\\u".utf8) else { throw malformed }
        position += 2
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw malformed }
        return scalar
    }

    private mutating func fourDigits() throws(JSONFault) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        // A number may have a sign; an escape has none.
        let signs = "+-".utf8
        guard digits.count == 4, !digits.contains(where: signs.contains),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw malformed }
        position += 4
        return value
    }
}
