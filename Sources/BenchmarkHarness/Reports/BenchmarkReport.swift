import BodyStreaming

/// What a run of the command measured, as it is kept in files.
package struct BenchmarkReport: Sendable, Hashable {
    /// The version of the format of files.
    static let formatVersion: Int64 = 1

    /// The results, in the order of the cases.
    package var results: [BenchmarkResult]

    /// Creates a report.
    package init(_ results: [BenchmarkResult]) {
        self.results = results
    }

    /// The report as a file of JSON, a result a line, so that differences are easy to look at.
    package var json: [UInt8] {
        var bytes = Array("{\"version\": \(Self.formatVersion), \"results\": [".utf8)
        for (index, result) in results.enumerated() {
            bytes += index == 0 ? "\n".utf8 : ",\n".utf8
            var writer = JSONWriter(appendingTo: exchange(&bytes, with: []))
            result.write(to: &writer)
            bytes = writer.bytes
        }
        bytes += "\n]}\n".utf8
        return bytes
    }

    /// What of the report is the same on each run.
    package var baseline: BenchmarkReport {
        BenchmarkReport(results.compactMap(\.baseline))
    }
}

extension BenchmarkResult {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("name", name)
            object.member("unit", work.unit.rawValue)
            object.member("amount", work.amount)
            object.member("series", series)
            let metrics = Metric.allCases.filter(deterministicMetrics.contains)
            object.member("deterministic", metrics.map(\.rawValue))
            for metric in Metric.allCases {
                guard let spread = spreads[metric] else { continue }
                object.key(metric.rawValue)
                object.write(spread)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ spread: Spread) {
        object { object in
            object.member("median", spread.median)
            object.member("min", spread.minimum)
            object.member("max", spread.maximum)
        }
    }
}
