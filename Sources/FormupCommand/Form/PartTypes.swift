package import BodyStreaming
import Formup

/// Finds the content types of file parts; a file that is sent more than once in a row is looked at
/// once.
package struct PartTypes: Sendable {
    private var last: (path: LocalPath, type: String)?

    /// Creates a finder that knows no file yet.
    package init() {}

    /// The content type of the file at `path`: by its header, else by its extension, else
    /// `application/octet-stream`.
    package mutating func partType(for path: LocalPath) -> String {
        if let last, last.path == path { return last.type }
        let type = FileType.mediaType(of: path)
        last = (path, type)
        return type
    }
}
