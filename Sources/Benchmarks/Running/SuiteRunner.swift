import BenchmarkHarness

/// Measures the cases of a suite in interleaved rounds, so that what disturbs the machine for a
/// while disturbs all of them.
struct SuiteRunner {
    /// How often each case is measured, after one round that warms up and one for the memory.
    let roundCount: Int

    /// What people are told of the progress.
    let progress: Progress

    /// Measures `cases`.
    ///
    /// - Returns: The results, without those cases that can't be measured on this machine.
    /// - Throws: Why a case didn't do what it should.
    func run(_ cases: [BenchmarkCase]) async throws -> [BenchmarkResult] {
        var samples: [[Sample]] = cases.map { _ in [] }
        var skipped: Set<Int> = []
        for round in -1...roundCount {
            for step in cases.indices {
                // Each round starts one case further on.
                let index = (step + max(round, 0)) % cases.count
                guard !skipped.contains(index) else { continue }
                let name = cases[index].name
                progress.show("\(name), round \(max(round, 0)) of \(roundCount)")
                do {
                    // Round 0 is for the memory; its times are not those of the code.
                    var sample = try await cases[index].run(Meter(measuresMemory: round == 0))
                    if round == 0 {
                        sample.values[.wall] = nil
                        sample.values[.processor] = nil
                    }
                    if round >= 0 { samples[index].append(sample) }
                } catch let skip as SkippedCase {
                    progress.note("\(name) is skipped: \(skip.reason)")
                    skipped.insert(index)
                } catch {
                    throw BenchmarkFailure.failure("\(name): \(error)")
                }
            }
        }
        progress.clear()
        return cases.indices.filter { !skipped.contains($0) }.map { index in
            BenchmarkResult(
                name: cases[index].name,
                work: cases[index].work,
                series: cases[index].series,
                deterministicMetrics: cases[index].deterministicMetrics,
                samples: samples[index]
            )
        }
    }
}
