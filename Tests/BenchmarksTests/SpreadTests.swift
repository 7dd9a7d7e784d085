import BenchmarkHarness
import Testing

@Suite struct SpreadTests {
    @Test(
        arguments: [
            ([7], 7, 7, 7),
            ([3, 1, 2], 2, 1, 3),
            ([4, 1, 3, 2], 2, 1, 4),
            ([5, 5, 5, 9], 5, 5, 9),
            ([-1, .max, 0], 0, -1, .max),
        ] as [([Int64], Int64, Int64, Int64)]
    )
    func medianIsInTheMiddleOfTheSortedValues(
        _ values: [Int64],
        _ median: Int64,
        _ minimum: Int64,
        _ maximum: Int64
    ) throws {
        let spread = try #require(Spread(values))
        #expect(spread == Spread(median: median, minimum: minimum, maximum: maximum))
    }

    @Test func noValuesHaveNoSpread() {
        #expect(Spread([]) == nil)
    }
}
