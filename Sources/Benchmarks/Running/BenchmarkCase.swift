import BenchmarkHarness

/// Something that is measured.
struct BenchmarkCase: Sendable {
    /// What prepares a run, carries it out under the meter and checks that it did what it should.
    typealias Run = @Sendable (Meter) async throws -> Sample

    /// The name: the suite and the variant, with slashes in between.
    let name: String

    /// How much a run does.
    let work: Work

    /// The name of the series of growing amounts of work that the case belongs to, if it does.
    var series: String?

    /// The metrics that are the same on each run.
    let deterministicMetrics: Set<Metric>

    /// Carries out one run.
    let run: Run

    /// Creates a case.
    init(
        _ name: String,
        _ work: Work,
        deterministic: Set<Metric> = .counts,
        _ run: @escaping Run
    ) {
        self.name = name
        self.work = work
        deterministicMetrics = deterministic
        self.run = run
    }

    /// Creates cases that do a quarter, a half and all of `amount`.
    static func growing(
        _ series: String,
        _ work: Work,
        deterministic: Set<Metric> = .counts,
        _ run: @escaping @Sendable (Int, Meter) async throws -> Sample
    ) -> [BenchmarkCase] {
        [4, 2, 1].map { (divisor: Int64) in
            let amount = work.amount / divisor
            var member = BenchmarkCase(
                "growth/\(series)/\(amount)",
                Work(amount, work.unit),
                deterministic: deterministic
            ) { meter in
                try await run(Int(amount), meter)
            }
            member.series = series
            return member
        }
    }
}

extension Set<Metric> {
    /// What depends only on the code, where it runs alone.
    static let counts: Set = [.allocations, .systemCalls, .memory]

    /// What depends only on the code, where the system calls depend on who gets a processor when.
    static let allocations: Set = [.allocations, .memory]
}
