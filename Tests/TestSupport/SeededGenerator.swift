/// Random numbers that are the same on every run: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// `count` bytes: random ones, which repeat after 65 521, a prime, so that no two offsets that
    /// code rounds to have the same bytes around them.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        let period = min(count, 65_521)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * count + 8)
        while bytes.count < period {
            let word = next()
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        bytes.removeLast(bytes.count - period)
        while bytes.count < count { bytes += bytes }
        return Array(bytes.prefix(count))
    }
}
