import FuzzProperties

/// Encodes and parses random forms: `RandomForms [COUNT [FIRST]]`, a million from number 0 unless
/// told otherwise.
@main
enum RandomForms {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let count = numbers.first ?? 1_000_000
        let start = numbers.dropFirst().first ?? 0
        let clock = ContinuousClock()
        let duration = clock.measure {
            for seed in start..<start + count {
                do {
                    try checkRandomForm(seed: seed)
                } catch {
                    fatalError("form \(seed): \(error)")
                }
            }
        }
        print("\(count) random forms from number \(start): no finding in \(duration)")
    }
}
