internal import SeededRandom

/// Random numbers and bytes that are the same on every run.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    package init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    package mutating func next() -> UInt64 {
        generator.next()
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
