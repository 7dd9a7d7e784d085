/// The table of what became of the pictures.
enum DemoTable {
    private static let heading = ["picture", "type", "size", "pixels", "attempts", "outcome"]

    /// The columns of numbers, which end where their headings end.
    private static let numbers: Set<Int> = [2, 3, 4]

    /// The table, with a line for each picture.
    static func text(of outcomes: [DemoOutcome]) -> String {
        let rows = [heading] + outcomes.map(row)
        let widths = heading.indices.map { column in
            rows.reduce(0) { max($0, $1[column].count) }
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return numbers.contains(column) ? padding + text : text + padding
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    private static func row(_ outcome: DemoOutcome) -> [String] {
        let picture = outcome.picture
        return [
            picture.name, picture.type, ByteCountText.text(of: Int64(picture.byteCount)),
            "\(picture.width)x\(picture.height)", String(outcome.attemptCount), outcome.words,
        ]
    }
}
