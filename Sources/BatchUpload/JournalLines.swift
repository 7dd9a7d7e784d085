package import BodyStreaming

/// The lines of a results file, read one by one.
package struct JournalLines: ~Copyable {
    /// A line and what it says.
    package struct Line {
        /// Where it is in the file, without its end.
        package let range: Range<Int64>
        /// What it says; `nil` if it is torn.
        package let entry: JournalEntry?
    }

    private let path: LocalPath
    private var reader: LineReader

    /// Opens the results file at `path`.
    ///
    /// - Throws: ``BatchError/journalUnreadable(_:)``.
    package init(path: LocalPath) throws(BatchError) {
        self.path = path
        do {
            reader = try LineReader(Body(FileRegion(path: path)))
        } catch {
            throw .journalUnreadable(error)
        }
    }

    /// Reads the next line that isn't empty.
    ///
    /// - Throws: ``BatchError/journalUnreadable(_:)``,
    ///   ``BatchError/journalVersion(path:line:version:)``.
    package mutating func next() throws(BatchError) -> Line? {
        while let line = try nextLine() {
            guard !line.bytes.isEmpty else { continue }
            let range = line.offset..<(line.offset + Int64(line.bytes.count))
            do throws(JournalEntry.Fault) {
                return Line(range: range, entry: try JournalEntry(line.bytes))
            } catch {
                guard case .version(let version) = error else {
                    return Line(range: range, entry: nil)
                }
                throw .journalVersion(path: path, line: line.number, version: version)
            }
        }
        return nil
    }

    private mutating func nextLine() throws(BatchError) -> LineSplitter.Line? {
        do throws(BodyError) {
            guard case .line(let line) = try reader.next() else { return nil }
            return line
        } catch {
            throw .journalUnreadable(error)
        }
    }
}
