/// What the first bytes of every file of a format are.
struct Signature {
    private let first: (bits: UInt64, mask: UInt64)
    private let second: (bits: UInt64, mask: UInt64)
    private let byteCount: Int

    /// A signature of the bytes of `pattern`; a `?` is any byte.
    ///
    /// The text is Latin-1 in Swift's own spelling, so `\u{89}` is one byte.
    init(_ pattern: String) {
        var bits = FileHead()
        var mask = FileHead()
        for scalar in pattern.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value), bits.count < FileHead.capacity else {
                preconditionFailure("a signature has at most 16 bytes")
            }
            bits.append(scalar == "?" ? 0 : byte)
            mask.append(scalar == "?" ? 0 : 0xFF)
        }
        first = (bits.first, mask.first)
        second = (bits.second, mask.second)
        byteCount = bits.count
    }

    /// Whether `head` has the signature.
    @inline(__always)
    func matches(_ head: FileHead) -> Bool {
        (head.first ^ first.bits) & first.mask | (head.second ^ second.bits) & second.mask == 0
            && head.count >= byteCount
    }

    /// Whether more bytes could give `head` the signature, and if so, how many it has.
    func neededByteCount(after head: FileHead) -> Int? {
        guard head.count < byteCount else { return nil }
        let available = head.count
        let firstMask = first.mask & Self.leadingBytes(min(available, 8))
        let secondMask = second.mask & Self.leadingBytes(max(available - 8, 0))
        guard
            (head.first ^ first.bits) & firstMask | (head.second ^ second.bits) & secondMask == 0
        else { return nil }
        return byteCount
    }

    private static func leadingBytes(_ count: Int) -> UInt64 {
        count == 0 ? 0 : UInt64.max << UInt64(64 - count * 8)
    }
}
