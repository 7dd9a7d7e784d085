import SeededRandom

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Sizes of files as those of photographs on the web are: their logarithms are normally
/// distributed.
package struct SizeDistribution: Sendable {
    /// The least and the greatest size in bytes; others become one of these.
    package let limits: ClosedRange<Int>

    private let logarithmOfMedian: Double
    private let deviation: Double
    private var generator: SplitMix64

    /// Creates a distribution.
    ///
    /// - Parameters:
    ///   - median: The size in bytes that half of the files don't reach.
    ///   - deviation: The standard deviation of the natural logarithms.
    ///   - limits: The least and the greatest size in bytes.
    ///   - seed: What the sizes follow from.
    package init(median: Int, deviation: Double, limits: ClosedRange<Int>, seed: UInt64) {
        self.limits = limits
        self.deviation = deviation
        logarithmOfMedian = log(Double(median))
        generator = SplitMix64(seed: seed)
    }

    /// The next size in bytes.
    package mutating func next() -> Int {
        // The Box-Muller transform; the first number must not be 0, which has no logarithm.
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &generator))).squareRoot()
        let normal = radius * cos(2 * .pi * Double.random(in: 0..<1, using: &generator))
        let size = exp(logarithmOfMedian + deviation * normal)
        return Int(min(max(size, Double(limits.lowerBound)), Double(limits.upperBound)))
    }
}
