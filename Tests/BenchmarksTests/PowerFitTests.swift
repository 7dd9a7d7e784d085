import BenchmarkHarness
import Testing

@Suite struct PowerFitTests {
    @Test(arguments: [0, 0.5, 1, 1.05, 2, 3])
    func exponentOfAPurePowerIsFound(_ exponent: Double) throws {
        let points = [1.0, 2, 4, 8].map { x in
            (x: x * 1000, y: 7 * Self.power(x, exponent))
        }
        let fitted = try #require(PowerFit.exponent(points))
        #expect(abs(fitted - exponent) < 1e-9)
    }

    @Test func noiseOnBothSidesCancelsOut() throws {
        let fitted = try #require(
            PowerFit.exponent([(x: 1, y: 1), (x: 2, y: 2.2), (x: 4, y: 3.6), (x: 8, y: 8)])
        )
        #expect(abs(fitted - 1) < 0.03)
    }

    @Test func fixedCostMakesTheExponentSmaller() throws {
        let fitted = try #require(
            PowerFit.exponent([(x: 1, y: 101), (x: 2, y: 102), (x: 4, y: 104)])
        )
        #expect(fitted > 0 && fitted < 0.05)
    }

    @Test(
        arguments: [
            [],
            [(x: 1, y: 1)],
            [(x: 2, y: 1), (x: 2, y: 3)],
            [(x: 1, y: 0), (x: 2, y: 1)],
            [(x: 0, y: 1), (x: 2, y: 1)],
            [(x: 1, y: -1), (x: 2, y: 1)],
        ] as [[(x: Double, y: Double)]]
    )
    func pointsWithoutASlopeHaveNoExponent(_ points: [(x: Double, y: Double)]) {
        #expect(PowerFit.exponent(points) == nil)
    }

    /// `base` to the power of a multiple of 0.05, without the logarithms that are tested.
    private static func power(_ base: Double, _ exponent: Double) -> Double {
        // 2 to the power of 1/20.
        let root = 1.0352649238413776
        var result = 1.0
        var doublings = 0
        while Double(1 << doublings) < base { doublings += 1 }
        for _ in 0..<(doublings * Int((exponent * 20).rounded())) { result *= root }
        return result
    }
}
