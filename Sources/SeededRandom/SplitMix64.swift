/// Random numbers that are the same on every run.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// https://doi.org/10.1145/2660193.2660195
package struct SplitMix64: RandomNumberGenerator, Sendable {
    /// What the state grows by with each number.
    package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    /// Creates a generator whose numbers follow from `seed`.
    package init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= Self.increment
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
