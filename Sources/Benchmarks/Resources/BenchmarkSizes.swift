/// How much the cases do.
struct BenchmarkSizes: Sendable {
    /// The bytes of large files and bodies.
    let byteCount: Int
    /// The bytes that are compressed.
    let compressedByteCount: Int
    /// The parts of large forms.
    let partCount: Int
    /// The files whose headers are looked at.
    let imageCount: Int
    /// The lines of manifests and journals.
    let lineCount: Int
    /// The requests that are sent one after the other, and the items of batches.
    let requestCount: Int

    /// What shows how things are.
    static let full = BenchmarkSizes(
        byteCount: 1 << 30,
        compressedByteCount: 64 << 20,
        partCount: 100_000,
        imageCount: 8_000,
        lineCount: 100_000,
        requestCount: 4_000
    )

    /// What is measured in a minute, and enough for the counts.
    static let quick = BenchmarkSizes(
        byteCount: 64 << 20,
        compressedByteCount: 8 << 20,
        partCount: 10_000,
        imageCount: 800,
        lineCount: 10_000,
        requestCount: 400
    )
}
