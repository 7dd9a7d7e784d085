import BenchmarkHarness
import BodyStreaming

/// What the command line asks for.
struct BenchmarkOptions {
    var filter = NameFilter()
    var listsNames = false
    var isQuick = false
    var roundCount: Int?
    var measuresCountsOnly = false
    var reportPath: LocalPath?
    var baselinePath: LocalPath?
    var comparedPath: LocalPath?
    var folder: LocalPath?
    var runsLargeBatch = false
    var itemCount = 100_000
    var plotPath: LocalPath?
    var role: ServerRole?
    var wantsHelp = false

    /// Takes one use of a flag.
    ///
    /// - Throws: A usage error if its argument is of no use.
    mutating func take(_ flag: BenchmarkFlag, _ argument: String) throws(BenchmarkFailure) {
        switch flag {
        case .filter: filter.fragments.append(argument)
        case .list: listsNames = true
        case .quick: isQuick = true
        case .rounds: roundCount = try Self.count(flag, argument, in: 1...1000)
        case .deterministic: measuresCountsOnly = true
        case .json: reportPath = LocalPath(argument)
        case .baseline: baselinePath = LocalPath(argument)
        case .compare: comparedPath = LocalPath(argument)
        case .folder: folder = LocalPath(argument)
        case .largeBatch: runsLargeBatch = true
        case .items: itemCount = try Self.count(flag, argument, in: 1...10_000_000)
        case .plot: plotPath = LocalPath(argument)
        case .serve:
            guard let role = ServerRole(rawValue: argument) else {
                throw .usage("there is no role \"\(argument)\"")
            }
            self.role = role
        case .help: wantsHelp = true
        }
    }

    private static func count(
        _ flag: BenchmarkFlag,
        _ argument: String,
        in range: ClosedRange<Int>
    ) throws(BenchmarkFailure) -> Int {
        guard let number = Int(argument), range.contains(number) else {
            throw .usage(
                "--\(flag.rawValue) takes a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound), not \"\(argument)\""
            )
        }
        return number
    }
}
