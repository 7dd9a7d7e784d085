import BodyStreaming
import ImageSniffing

/// The lines that `sniff` prints for people.
///
/// They are made of bytes: a line takes no longer than the look at the file.
enum SniffTable {
    /// Appends the names of the columns to `line`.
    static func appendHeading(to line: inout [UInt8]) {
        append("type", width: typeWidth, to: &line)
        append("size", width: sizeWidth, to: &line)
        append("turned", width: numberWidth, to: &line)
        append("frames", width: numberWidth, to: &line)
        line.append(contentsOf: "path\n".utf8)
    }

    /// Appends the line for the file at `path`.
    static func appendLine(for result: SniffResult, path: LocalPath, to line: inout [UInt8]) {
        append(result.mediaType ?? "-", width: typeWidth, to: &line)
        append(result.header.map(size) ?? "-", width: sizeWidth, to: &line)
        append(text(result.header?.orientation?.rawValue), width: numberWidth, to: &line)
        append(text(result.header?.frameCount), width: numberWidth, to: &line)
        line.append(contentsOf: path.description.utf8)
        if result.header == nil {
            line.append(contentsOf: " (\(DisplayText.escaped(result.description)))".utf8)
        }
        line.append(UInt8(ascii: "\n"))
    }

    /// As wide as what most columns hold: `image/vnd.microsoft.icon` is the longest common type.
    private static let typeWidth = 25
    private static let sizeWidth = 12
    private static let numberWidth = 8

    private static func size(of header: ImageHeader) -> String {
        guard header.width != nil || header.height != nil else { return "-" }
        return "\(text(header.width, unknown: "?"))x\(text(header.height, unknown: "?"))"
    }

    private static func text(_ number: (some BinaryInteger)?, unknown: String = "-") -> String {
        number.map { String($0) } ?? unknown
    }

    private static func append(_ text: String, width: Int, to line: inout [UInt8]) {
        line.append(contentsOf: text.utf8)
        let gap = max(1, width - text.utf8.count)
        line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: gap))
    }
}
