/// Columns of text, the first one left-aligned and the others right-aligned.
package struct TextTable: Sendable {
    private var rows: [[String]]

    /// Creates a table with a heading for each column.
    package init(_ headings: [String]) {
        rows = [headings]
    }

    /// Adds a row; cells that are missing stay empty.
    package mutating func append(_ cells: [String]) {
        rows.append(cells)
    }

    /// The lines of the table, each ended by a line feed.
    package var text: String {
        var widths = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], cell.count)
            }
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                line += column == 0 ? cell + padding : "  " + padding + cell
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
