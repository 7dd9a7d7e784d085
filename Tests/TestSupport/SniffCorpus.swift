import Foundation

/// The image corpus that stands beside the package on machines that have it.
package struct SniffCorpus: Sendable {
    /// One line of a table, by column name.
    package struct Row: Sendable {
        private let values: [String: String]

        init(names: [String], values: [String]) {
            self.values = Dictionary(uniqueKeysWithValues: zip(names, values))
        }

        /// The value of `column`; empty if the row has none.
        package subscript(column: String) -> String { values[column] ?? "" }
    }

    private let folder: URL

    /// The corpus, or `nil` and a loud line if there is none.
    package init?() {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        folder = root.appending(path: "../shared/corpus").standardizedFileURL
        guard FileManager.default.fileExists(atPath: folder.appending(path: "EXPECTED.tsv").path)
        else {
            print("*** SKIPPED: no image corpus at ../shared/corpus; nothing of it was tested ***")
            return nil
        }
    }

    /// The rows of the table called `name`.
    package func rows(of name: String) throws -> [Row] {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        var lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let names = lines.removeFirst()
        return lines.map { Row(names: names, values: $0) }
    }

    /// The absolute path of the file that a row calls `path`.
    package func path(of path: String) -> String { folder.appending(path: path).path }

    /// The bytes of that file.
    package func bytes(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: path)))
    }
}
