import BodyStreaming
import MultipartFormData
import UploadReceiver

/// The lines that tell people what the parts of a form are.
enum PartTable {
    /// The names of the columns.
    static let heading =
        number("part", 5) + number("offset", 13) + number("length", 13) + "  "
        + column("type", 26) + column("pixels", 12) + "name\n"

    /// The line for a part.
    static func line(for part: ReceivedPart) -> String {
        let headers = part.headers
        var name = headers.name ?? "-"
        if let filename = headers.filename { name += " \"\(filename)\"" }
        if let path = part.savedPath { name += " in \(path)" }
        return number(String(headers.index), 5) + number(String(headers.contentOffset), 13)
            + number(String(part.byteCount), 13) + "  " + column(type(of: part), 26)
            + column(pixels(of: part), 12) + DisplayText.escaped(name) + "\n"
    }

    /// What the part says of its type, and what its bytes say if that is something else.
    private static func type(of part: ReceivedPart) -> String {
        let said = DisplayText.escaped(part.headers.contentType ?? "-")
        guard let seen = part.image.flatMap(SniffSummary.init)?.type, seen != said else {
            return said
        }
        return "\(said) (is \(seen))"
    }

    private static func pixels(of part: ReceivedPart) -> String {
        guard let summary = part.image.flatMap(SniffSummary.init) else { return "-" }
        guard let width = summary.width, let height = summary.height else { return summary.status }
        return "\(width)x\(height)"
    }

    private static func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
    }

    private static func number(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 1)) + text
    }
}
