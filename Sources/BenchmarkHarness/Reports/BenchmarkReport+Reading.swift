import BodyStreaming

/// Why a file is no report.
package enum ReportFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// It isn't JSON, or the JSON has another form.
    case malformed
    /// It has a version that this program doesn't know.
    case version(Int64)
    /// A result lacks what each has.
    case incompleteResult(name: String?)

    /// One line for people.
    package var description: String {
        switch self {
        case .malformed: "it isn't a report of formup-bench"
        case .version(let number): "it has version \(number); this program reads version 1"
        case .incompleteResult(let name): "the result \"\(name ?? "")\" is incomplete"
        }
    }
}

extension BenchmarkReport {
    /// Reads a report that ``json`` wrote; members that aren't known are passed over.
    ///
    /// - Throws: What is wrong with the file.
    package init(json bytes: [UInt8]) throws(ReportFault) {
        var version: Int64?
        var results: [BenchmarkResult] = []
        var fault: ReportFault?
        do {
            var reader = JSONReader(bytes[...])
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "version": version = try reader.integer()
                case "results":
                    try reader.beginArray()
                    while try reader.nextElement() {
                        do throws(ReportFault) {
                            results.append(try BenchmarkResult(&reader))
                        } catch .malformed {
                            throw ReportFault.malformed
                        } catch {
                            fault = fault ?? error
                        }
                    }
                default: try reader.skipValue()
                }
            }
            try reader.finish()
        } catch {
            throw .malformed
        }
        guard version == Self.formatVersion else { throw .version(version ?? 0) }
        if let fault { throw fault }
        self.init(results)
    }
}

extension BenchmarkResult {
    /// Reads one result.
    fileprivate init(_ reader: inout JSONReader) throws(ReportFault) {
        var name: String?
        var unit: Work.Unit?
        var amount: Int64?
        var series: String?
        var deterministicMetrics: Set<Metric> = []
        var spreads: [Metric: Spread] = [:]
        do {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "name": name = try reader.string()
                case "unit": unit = Work.Unit(rawValue: try reader.string())
                case "amount": amount = try reader.integer()
                case "series": series = try reader.string()
                case "deterministic":
                    try reader.beginArray()
                    while try reader.nextElement() {
                        guard let metric = Metric(rawValue: try reader.string()) else { continue }
                        deterministicMetrics.insert(metric)
                    }
                case let key:
                    guard let metric = Metric(rawValue: key) else {
                        try reader.skipValue()
                        continue
                    }
                    spreads[metric] = try Self.spread(&reader)
                }
            }
        } catch {
            throw .malformed
        }
        guard let name, let unit, let amount, amount > 0 else {
            throw .incompleteResult(name: name)
        }
        self.init(
            name: name,
            work: Work(amount, unit),
            series: series,
            deterministicMetrics: deterministicMetrics,
            samples: []
        )
        self.spreads = spreads
    }

    private static func spread(_ reader: inout JSONReader) throws -> Spread {
        var values: [String: Int64] = [:]
        try reader.beginObject()
        while let key = try reader.nextKey() { values[key] = try reader.integer() }
        guard let median = values["median"], let minimum = values["min"],
            let maximum = values["max"], minimum <= median, median <= maximum
        else { throw ReportFault.malformed }
        return Spread(median: median, minimum: minimum, maximum: maximum)
    }
}
