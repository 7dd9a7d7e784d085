import BodyStreaming
import ImageSniffing

/// The lines that `sniff` prints for people.
enum SniffTable {
    /// The names of the columns.
    static let heading = columns("type", "size", "turned", "frames") + "path\n"

    /// The line for the file at `path`.
    static func line(for result: SniffResult, path: LocalPath) -> String {
        let type = result.mediaType ?? "-"
        guard case .found(let header) = result else {
            return columns(type, "-", "-", "-")
                + "\(path) (\(DisplayText.escaped(result.description)))\n"
        }
        return columns(
            type,
            size(of: header),
            header.orientation.map { String($0.rawValue) } ?? "-",
            header.frameCount.map(String.init) ?? "-"
        ) + "\(path)\n"
    }

    private static func size(of header: ImageHeader) -> String {
        guard header.width != nil || header.height != nil else { return "-" }
        return "\(header.width.map(String.init) ?? "?")x\(header.height.map(String.init) ?? "?")"
    }

    /// The columns, each as wide as what it holds most often.
    private static func columns(
        _ type: String,
        _ size: String,
        _ orientation: String,
        _ frames: String
    ) -> String {
        var line = ""
        for (text, width) in [(type, 25), (size, 12), (orientation, 8), (frames, 8)] {
            line += text
            let gap = width - text.utf8.count
            for _ in 0..<max(1, gap) { line += " " }
        }
        return line
    }
}
