/// The first bytes of a file, at most sixteen, packed into two words.
struct FileHead {
    static let capacity = 16

    private(set) var first: UInt64 = 0
    private(set) var second: UInt64 = 0
    private(set) var count = 0

    mutating func append(_ byte: UInt8) {
        let shift = UInt64(56 - (count & 7) * 8)
        if count < 8 { first |= UInt64(byte) << shift } else { second |= UInt64(byte) << shift }
        count += 1
    }
}
