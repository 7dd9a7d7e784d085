/// Where cases are measured.
struct BenchmarkEnvironment: Sendable {
    /// How much the cases do.
    let sizes: BenchmarkSizes

    /// The files and servers that they need.
    let fixtures: Fixtures
}
