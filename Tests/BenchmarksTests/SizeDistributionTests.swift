import BenchmarkHarness
import SeededRandom
import Testing

@Suite struct SizeDistributionTests {
    private func sizes(seed: UInt64, count: Int = 20_000) -> [Int] {
        var distribution = SizeDistribution(
            median: 45_000,
            deviation: 0.7,
            limits: 8_000...200_000,
            seed: seed
        )
        return (0..<count).map { _ in distribution.next() }
    }

    @Test func halfOfTheSizesAreBelowTheMedian() {
        let below = sizes(seed: 1).count { $0 < 45_000 }
        #expect((9_600...10_400).contains(below))
    }

    @Test func twoThirdsAreWithinOneDeviation() {
        // From 45 000 / e^0.7 to 45 000 * e^0.7.
        let within = sizes(seed: 2).count { (22_346...90_619).contains($0) }
        #expect((13_300...14_000).contains(within))
    }

    @Test func noSizeIsOutsideTheLimits() {
        let sizes = sizes(seed: 3)
        #expect(sizes.min() == 8_000)
        #expect(sizes.max() == 200_000)
    }

    @Test func sizesFollowFromTheSeed() {
        #expect(sizes(seed: 4, count: 100) == sizes(seed: 4, count: 100))
        #expect(sizes(seed: 4, count: 100) != sizes(seed: 5, count: 100))
    }

    @Test func randomNumbersAreThoseOfTheAlgorithm() {
        var generator = SplitMix64(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ]
        )
    }

    @Test func namesArePickedByAnyOfTheirFragments() {
        #expect(NameFilter().matches("encode/file/copy"))
        #expect(NameFilter(["read/", "/copy"]).matches("encode/file/copy"))
        #expect(!NameFilter(["read/"]).matches("encode/file/copy"))
    }
}
