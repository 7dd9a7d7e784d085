public import BodyStreaming

/// Joins results files, for example those of the shards of a batch: one line an item, its last
/// result, in the order of the input.
public struct JournalMerge: Sendable {
    private struct Found {
        var index: Int64
        var file: Int
        var range: Range<Int64>
        /// `nil` if it began and didn't end.
        var outcome: OutcomeKind?
        var isRetryable: Bool
    }

    private let paths: [LocalPath]
    private var found: [ItemKey: Found] = [:]

    /// How many lines couldn't be used: a crash or a full disk left a part of a line behind.
    public private(set) var tornLineCount = 0

    /// Reads the results files; they are not changed.
    ///
    /// Where an item is in several of them, the last file counts. An item that began and didn't end
    /// stays as it is: it is `unknown`.
    ///
    /// - Throws: ``BatchError/journalUnreadable(_:)``,
    ///   ``BatchError/journalVersion(path:line:version:)``.
    public init(_ paths: [LocalPath]) throws(BatchError) {
        self.paths = paths
        for (file, path) in paths.enumerated() {
            var lines = try JournalLines(path: path)
            while let line = try lines.next() {
                guard let entry = line.entry else {
                    tornLineCount += 1
                    continue
                }
                if let known = found[entry.key], !entry.replaces(known.outcome) { continue }
                found[entry.key] = Found(
                    index: entry.index,
                    file: file,
                    range: line.range,
                    outcome: entry.outcome,
                    isRetryable: entry.isRetryable
                )
            }
        }
    }

    /// What became of all items together.
    public var report: BatchReport {
        var report = BatchReport()
        for item in found.values {
            report.count(item.outcome ?? .unknown, isRetryable: item.isRetryable)
        }
        return report
    }

    /// Hands over the lines in the order of the input, each with its end.
    ///
    /// - Parameter body: Gets each line.
    /// - Throws: ``BatchError/journalUnreadable(_:)``, or what `body` throws.
    public func forEachLine(_ body: ([UInt8]) throws -> Void) throws {
        let order = found.values.sorted { ($0.index, $0.file) < ($1.index, $1.file) }
        do {
            for item in order {
                let region = try FileRegion(path: paths[item.file], range: item.range)
                try body(try Self.bytes(of: Body(region)) + [UInt8(ascii: "\n")])
            }
        } catch let error as BodyError {
            throw BatchError.journalUnreadable(error)
        }
    }

    private static func bytes(of body: Body) throws(BodyError) -> [UInt8] {
        var reader = try body.reader()
        var bytes: [UInt8] = []
        var isFinished = false
        while !isFinished {
            try bytes.append(addingCapacity: Int(body.length ?? 0) + 1) {
                output throws(BodyError) in
                if case .finished = try reader.read(into: &output) { isFinished = true }
            }
        }
        return bytes
    }
}
