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

    private static let pieceByteCount = 65_536

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

    /// Hands over the lines in the order of the input, some at a time.
    ///
    /// - Parameter body: Gets whole lines with their ends.
    /// - Throws: ``BatchError/journalUnreadable(_:)``, or what `body` throws.
    public func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        let order = found.values.sorted { ($0.index, $0.file) < ($1.index, $1.file) }
        var piece: [UInt8] = []
        do {
            let files = try paths.map { try Body(file: $0) }
            for line in order {
                try Self.append(files[line.file], line.range, to: &piece)
                piece.append(UInt8(ascii: "\n"))
                guard piece.count >= Self.pieceByteCount else { continue }
                try body(piece)
                piece.removeAll(keepingCapacity: true)
            }
        } catch let error as BodyError {
            throw BatchError.journalUnreadable(error)
        }
        if !piece.isEmpty { try body(piece) }
    }

    /// Appends a range of a file that has at least as many bytes.
    private static func append(
        _ file: Body,
        _ range: Range<Int64>,
        to piece: inout [UInt8]
    ) throws(BodyError) {
        var reader = try file.reader(at: range.lowerBound)
        while reader.offset < range.upperBound {
            let count = Int(range.upperBound - reader.offset)
            var outcome = BodyReadOutcome.finished
            try piece.append(addingCapacity: count) { output throws(BodyError) in
                outcome = try reader.read(into: &output)
            }
            guard case .appended = outcome else { return }
        }
    }
}
