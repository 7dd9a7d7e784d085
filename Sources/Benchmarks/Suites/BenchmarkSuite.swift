/// Cases that belong together and are measured side by side.
protocol BenchmarkSuite: SendableMetatype {
    /// The cases, in the order in which they are shown.
    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase]
}

/// All suites, in the order in which they are measured.
enum SuiteCatalog {
    static let all: [any BenchmarkSuite.Type] = [
        LayoutSuite.self, EncodingSuite.self, ReadingSuite.self, RandomAccessSuite.self,
        BoundaryProofSuite.self, SniffingSuite.self, CompressionSuite.self, ParsingSuite.self,
        ManifestSuite.self, JournalSuite.self, RequestSuite.self, BatchSuite.self,
    ]
}
