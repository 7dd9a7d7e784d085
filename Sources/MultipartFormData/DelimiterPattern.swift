/// Finds a delimiter (CR LF, two hyphens, boundary) in bytes that arrive in pieces.
///
/// The first byte of a delimiter is a line break that stands nowhere else in it: boundaries hold
/// none. So after a mismatch no byte but the last can begin another match, the work is linear in
/// the bytes for every input, and nothing but the end of a piece has to be kept for the next.
struct DelimiterPattern: Sendable, Hashable {
    /// The bytes that are looked for; two or more.
    let delimiter: [UInt8]

    /// Creates a pattern for `delimiter`, whose first byte must not occur in it again.
    init(_ delimiter: [UInt8]) {
        precondition(delimiter.count >= 2, "a delimiter has two bytes or more")
        precondition(
            !delimiter.dropFirst().contains(delimiter[0]),
            "the first byte of a delimiter occurs in it again"
        )
        self.delimiter = delimiter
    }

    /// Creates a pattern for the delimiter of the parts of a body.
    ///
    /// Source: [RFC 2046, section 5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1).
    init(_ boundary: Boundary) {
        self.init(Array("\r\n--\(boundary.value)".utf8))
    }

    /// The offset of the first whole delimiter in `bytes` that starts at `start` or behind it.
    ///
    /// Compares 64 offsets at once with the first and the last byte of the delimiter. Both have to
    /// fit before single bytes are looked at, so that runs of one byte, line breaks and hyphens
    /// too, are passed at full speed.
    func firstOffset(in bytes: Span<UInt8>, from start: Int = 0) -> Int? {
        let end = bytes.count - delimiter.count + 1
        var offset = start
        while true {
            offset = skipBlocks(of: bytes, from: offset, to: end)
            guard end - offset >= Self.blockByteCount else { break }
            if let match = firstMatch(in: bytes, at: offset..<offset + Self.blockByteCount) {
                return match
            }
            offset += Self.blockByteCount
        }
        return offset < end ? firstMatch(in: bytes, at: offset..<end) : nil
    }

    /// How many bytes at the end of `bytes[start...]` are the beginning of a delimiter that goes on
    /// behind them; 0 if none are.
    func openByteCount(in bytes: Span<UInt8>, from start: Int = 0) -> Int {
        let earliest = max(start, bytes.count - delimiter.count + 1)
        var offset = bytes.count
        while offset > earliest {
            offset -= 1
            guard bytes[offset] == delimiter[0] else { continue }
            let count = bytes.count - offset
            return (1..<count).allSatisfy { bytes[offset + $0] == delimiter[$0] } ? count : 0
        }
        return 0
    }

    /// How many offsets are compared at once.
    private static let blockByteCount = 64

    /// The first of the blocks of offsets from `start` on that has an offset with the delimiter's
    /// first byte, and its last byte where that would be; the block before `end` that isn't whole
    /// is not looked at.
    private func skipBlocks(of bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        typealias Lane = SIMD16<UInt8>
        let first = Lane(repeating: delimiter[0])
        let last = Lane(repeating: delimiter[delimiter.count - 1])
        let distance = delimiter.count - 1
        // A delimiter at any offset before `end` is in bounds as a whole, so that the loads are.
        return unsafe bytes.withUnsafeBytes { buffer in
            var offset = start
            while end - offset >= Self.blockByteCount {
                // 0 where both are equal. The smallest scalar of all is one instruction away,
                // a mask's `any` is not.
                var smallest = Lane(repeating: .max)
                for lane in 0..<Self.blockByteCount / Lane.scalarCount {
                    let position = offset + lane * Lane.scalarCount
                    let head = unsafe buffer.loadUnaligned(fromByteOffset: position, as: Lane.self)
                    let tail = unsafe buffer.loadUnaligned(
                        fromByteOffset: position + distance,
                        as: Lane.self
                    )
                    smallest = pointwiseMin(smallest, (head ^ first) | (tail ^ last))
                }
                if smallest.min() == 0 { return offset }
                offset += Self.blockByteCount
            }
            return offset
        }
    }

    private func firstMatch(in bytes: Span<UInt8>, at offsets: Range<Int>) -> Int? {
        for offset in offsets where bytes[offset] == delimiter[0] {
            var count = 1
            while count < delimiter.count, bytes[offset + count] == delimiter[count] { count += 1 }
            if count == delimiter.count { return offset }
        }
        return nil
    }
}
