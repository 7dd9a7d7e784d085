import BenchmarkHarness
import Testing

@Suite struct DigitsTests {
    @Test(
        arguments: [
            (0, 0, "0"), (0, 2, "0.00"), (1.005, 1, "1.0"), (1.05, 0, "1"), (2.5, 0, "3"),
            (0.0049, 2, "0.00"), (-0.0049, 2, "0.00"), (-1.5, 1, "-1.5"), (123.456, 2, "123.46"),
            (0.999, 2, "1.00"), (1e15, 2, "1000000000000000.0"), (.infinity, 1, "inf"),
        ] as [(Double, Int, String)]
    )
    func decimalsAreRoundedToNearest(_ value: Double, _ count: Int, _ text: String) {
        #expect(Digits.fixed(value, count) == text)
    }

    @Test(
        arguments: [
            (0, "0"), (0.0123, "0.012"), (0.1, "0.10"), (1, "1.00"), (9.94, "9.94"), (9.96, "10.0"),
            (99.6, "100"), (12345, "12345"), (-2, "-2.00"),
        ] as [(Double, String)]
    )
    func threeDigitsMatter(_ value: Double, _ text: String) {
        #expect(Digits.short(value) == text)
    }

    @Test(
        arguments: [
            (0, "0 ns"), (999, "999 ns"), (1000, "1.00 µs"), (2_500_000, "2.50 ms"),
            (61e9, "61.0 s"),
        ] as [(Double, String)]
    )
    func timesHaveTheUnitThatSuitsThem(_ nanoseconds: Double, _ text: String) {
        #expect(Digits.time(nanoseconds: nanoseconds) == text)
    }
}
