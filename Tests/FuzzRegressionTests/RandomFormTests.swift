import FuzzProperties
import Testing

/// The first of the random forms of which `Fuzz/run forms` checks a million.
@Suite struct RandomFormTests {
    @Test(arguments: 0..<4)
    func formsComeBackFromTheParser(_ quarter: UInt64) throws {
        for seed in quarter * 500..<(quarter + 1) * 500 {
            do {
                try checkRandomForm(seed: seed)
            } catch {
                Issue.record("form \(seed): \(error)")
            }
        }
    }
}
