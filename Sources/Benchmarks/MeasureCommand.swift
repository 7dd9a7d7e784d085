import BenchmarkHarness
import BodyStreaming

/// Measures the suites, prints tables, and writes and compares what was asked for.
struct MeasureCommand {
    let options: BenchmarkOptions
    let folder: ScratchFolder

    /// Carries out the command.
    ///
    /// - Returns: 1 if a count grows more than linearly or got worse, else 0.
    /// - Throws: Why something could not be measured.
    func run() async throws -> Int32 {
        let old = try options.comparedPath.map { try Self.report(at: $0) }
        let fixtures = Fixtures(in: folder)
        let results: [BenchmarkResult]
        do {
            results = try await measure(fixtures)
        } catch {
            await fixtures.stopServers()
            throw error
        }
        await fixtures.stopServers()
        let report = BenchmarkReport(results)
        if let path = options.reportPath { try SmallFile.write(report.json, to: path) }
        if let path = options.baselinePath { try SmallFile.write(report.baseline.json, to: path) }
        let isLinear = try printGrowth(of: results)
        guard var old else { return isLinear ? 0 : 1 }
        old.results.removeAll { !options.filter.matches($0.name) }
        let comparison = ReportComparison(old: old, new: report)
        try print(ComparisonTable(comparison).text)
        return isLinear && comparison.isAcceptable ? 0 : 1
    }

    /// The cases that the command line asks for, suite by suite.
    static func suites(
        _ options: BenchmarkOptions,
        in environment: BenchmarkEnvironment
    ) -> [[BenchmarkCase]] {
        SuiteCatalog.all.map { suite in
            suite.cases(in: environment).filter { member in
                options.filter.matches(member.name)
                    && (!options.measuresCountsOnly || !member.deterministicMetrics.isEmpty)
            }
        }.filter { !$0.isEmpty }
    }

    private func measure(_ fixtures: Fixtures) async throws -> [BenchmarkResult] {
        let environment = BenchmarkEnvironment(
            sizes: options.isQuick ? .quick : .full,
            fixtures: fixtures
        )
        let standard = options.measuresCountsOnly ? 1 : options.isQuick ? 3 : 5
        let runner = SuiteRunner(
            roundCount: options.roundCount ?? standard,
            progress: Progress()
        )
        var results: [BenchmarkResult] = []
        let suites = Self.suites(options, in: environment)
        guard !suites.isEmpty else {
            throw BenchmarkFailure.usage("no case has such a name; --list lists them")
        }
        for cases in suites {
            let measured = try await runner.run(cases)
            try print(ResultTable(measured).text + "\n")
            results += measured
        }
        return results
    }

    /// Prints how costs grow, and returns whether what doesn't depend on chance grows linearly.
    private func printGrowth(of results: [BenchmarkResult]) throws -> Bool {
        let growths = Growth.all(in: results)
        guard !growths.isEmpty else { return true }
        try print(GrowthTable(growths).text + "\n")
        return !growths.contains(where: \.isExcessive)
    }

    private func print(_ text: String) throws {
        try SmallFile.write(Array(text.utf8), to: 1)
    }

    private static func report(at path: LocalPath) throws(BenchmarkFailure) -> BenchmarkReport {
        let bytes = try SmallFile.read(path)
        do {
            return try BenchmarkReport(json: bytes)
        } catch {
            throw .usage("\(path): \(error)")
        }
    }
}
