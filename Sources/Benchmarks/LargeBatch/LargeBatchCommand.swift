import BenchmarkHarness
import BodyStreaming

/// `--large-batch`: throughput, cost and memory by the number of uploads at once.
struct LargeBatchCommand {
    let options: BenchmarkOptions
    let folder: ScratchFolder

    /// Measures, prints a table, and writes the plot and the results that were asked for.
    ///
    /// - Throws: Why it could not be measured.
    func run() async throws -> Int32 {
        let progress = Progress()
        progress.show("making \(options.itemCount) files")
        let (paths, byteCount) = try PictureFolder.make(
            options.itemCount,
            in: folder.makeFolder("pictures")
        )
        let server = try ServerProcess(.discard)
        defer { server.stop() }
        let batch = LargeBatch(paths: paths, url: server.url)
        progress.show("warming up")
        let few = LargeBatch(paths: Array(paths.prefix(1000)), url: server.url)
        _ = try await few.run(concurrency: 16, Meter(measuresMemory: false))
        var samples: [[Sample]] = LargeBatch.concurrencies.map { _ in [] }
        for round in 1...(options.roundCount ?? 1) {
            for (index, concurrency) in LargeBatch.concurrencies.enumerated() {
                progress.show("\(concurrency) uploads at once, round \(round)")
                samples[index].append(
                    try await batch.run(concurrency: concurrency, Meter(measuresMemory: true))
                )
            }
        }
        progress.clear()
        let results = zip(LargeBatch.concurrencies, samples).map { concurrency, samples in
            BenchmarkResult(
                name: "large-batch/\(concurrency)",
                work: Work(paths.count, .requests),
                samples: samples
            )
        }
        let heading = "\(paths.count) files, \(byteCount / 1_000_000) MB\n"
        try SmallFile.write(Array((heading + Self.table(results)).utf8), to: 1)
        if let path = options.reportPath {
            try SmallFile.write(BenchmarkReport(results).json, to: path)
        }
        if let path = options.plotPath {
            try SmallFile.write(Array(Self.plot(results, heading).svg.utf8), to: path)
        }
        return 0
    }

    private static func table(_ results: [BenchmarkResult]) -> String {
        var table = TextTable([
            "at once", "uploads/s", "CPU an upload", "allocations", "syscalls", "memory",
        ])
        for (concurrency, result) in zip(LargeBatch.concurrencies, results) {
            let count = Double(result.work.amount)
            func each(_ metric: Metric) -> Double {
                Double(result.spreads[metric]?.median ?? 0) / count
            }
            table.append([
                String(concurrency),
                Digits.fixed(rate(of: result), 0),
                Digits.time(nanoseconds: each(.processor)),
                Digits.short(each(.allocations)),
                Digits.short(each(.systemCalls)),
                Digits.short(each(.memory) * count / 1e6) + " MB",
            ])
        }
        return table.text
    }

    private static func plot(_ results: [BenchmarkResult], _ heading: String) -> LinePlot {
        LinePlot(
            title: "formup batch, " + heading.split(separator: "\n")[0],
            xLabel: "uploads at once",
            yLabel: "uploads a second",
            lines: [
                LinePlot.Line(
                    "HTTP on loopback",
                    zip(LargeBatch.concurrencies, results).map {
                        (x: Double($0), y: rate(of: $1))
                    }
                )
            ]
        )
    }

    private static func rate(of result: BenchmarkResult) -> Double {
        let wall = Double(result.spreads[.wall]?.median ?? 0)
        return wall > 0 ? Double(result.work.amount) * 1e9 / wall : 0
    }
}
