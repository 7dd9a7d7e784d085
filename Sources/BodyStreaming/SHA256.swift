/// The SHA-256 digest of bytes that arrive in pieces.
///
/// Source: [FIPS 180-4, section 6.2](https://doi.org/10.6028/NIST.FIPS.180-4).
package struct SHA256: Sendable {
    private var state: SIMD8<UInt32> = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var block: [64 of UInt8] = .init(repeating: 0)
    private var blockByteCount = 0
    private var byteCount: UInt64 = 0

    /// Creates the digest of no bytes.
    package init() {}

    /// Appends `bytes` to those that are digested.
    package mutating func update(_ bytes: Span<UInt8>) {
        byteCount &+= UInt64(bytes.count)
        var offset = 0
        while blockByteCount > 0, offset < bytes.count {
            append(bytes[offset])
            offset += 1
        }
        while bytes.count - offset >= 64 {
            compress(bytes, at: offset)
            offset += 64
        }
        while offset < bytes.count {
            append(bytes[offset])
            offset += 1
        }
    }

    /// The digest, as eight words whose high bytes come first.
    package consuming func digest() -> SIMD8<UInt32> {
        let bitCount = byteCount &* 8
        append(0x80)
        while blockByteCount != 56 { append(0) }
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        return state
    }

    /// The digest as 64 hexadecimal digits in lower case.
    package consuming func hexadecimalDigest() -> String {
        let words = digest()
        var digits: [UInt8] = []
        for index in 0..<8 {
            for shift in stride(from: UInt32(28), through: 0, by: -4) {
                let value = UInt8(words[index] >> shift & 0xF)
                let base = value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10
                digits.append(base + value)
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private mutating func append(_ byte: UInt8) {
        block[blockByteCount] = byte
        blockByteCount += 1
        guard blockByteCount == 64 else { return }
        blockByteCount = 0
        let whole = block
        compress(whole.span, at: 0)
    }

    /// Works the 64 bytes at `offset` into the state.
    private mutating func compress(_ bytes: Span<UInt8>, at offset: Int) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        var schedule = [64 of UInt32](repeating: 0)
        var words = schedule.mutableSpan
        Self.fill(&words, bytes, at: offset)
        // Eight rounds bring every variable back to its place, so that none has to be moved.
        for round in stride(from: 0, to: 64, by: 8) {
            Self.round(a, b, c, &d, e, f, g, &h, words[round])
            Self.round(h, a, b, &c, d, e, f, &g, words[round + 1])
            Self.round(g, h, a, &b, c, d, e, &f, words[round + 2])
            Self.round(f, g, h, &a, b, c, d, &e, words[round + 3])
            Self.round(e, f, g, &h, a, b, c, &d, words[round + 4])
            Self.round(d, e, f, &g, h, a, b, &c, words[round + 5])
            Self.round(c, d, e, &f, g, h, a, &b, words[round + 6])
            Self.round(b, c, d, &e, f, g, h, &a, words[round + 7])
        }
        state &+= SIMD8(a, b, c, d, e, f, g, h)
    }

    /// Fills the message schedule: `words`, each with the constant of its round added.
    @inline(__always)
    private static func fill(
        _ words: inout MutableSpan<UInt32>,
        _ bytes: Span<UInt8>,
        at offset: Int
    ) {
        let block = bytes.extracting(offset..<offset + 64)
        for index in 0..<16 {
            let start = index * 4
            words[index] =
                UInt32(block[start]) << 24 | UInt32(block[start + 1]) << 16
                | UInt32(block[start + 2]) << 8 | UInt32(block[start + 3])
        }
        for index in 16..<64 {
            let older = words[index - 15]
            let newer = words[index - 2]
            words[index] =
                words[index - 16] &+ words[index - 7]
                &+ (rotate(older, 7) ^ rotate(older, 18) ^ older >> 3)
                &+ (rotate(newer, 17) ^ rotate(newer, 19) ^ newer >> 10)
        }
        let constants = constants.span
        for index in 0..<64 { words[index] &+= constants[index] }
    }

    /// One round; `d` and `h` become what the standard calls `e` and `a` after it.
    @inline(__always)
    private static func round(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ word: UInt32
    ) {
        let choice = g ^ (e & (f ^ g))
        let majority = (a & b) | (c & (a | b))
        h = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ word
        d = d &+ h
        h = h &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 &- count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}
