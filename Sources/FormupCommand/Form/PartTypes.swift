package import BodyStreaming
import MultipartFormData

/// Finds the content types of file parts.
package struct PartTypes: Sendable {
    private var last: (path: LocalPath, type: String)?

    /// Creates a finder that knows no file yet.
    package init() {}

    /// The content type of the file at `path`: by its extension, else `application/octet-stream`.
    package mutating func partType(for path: LocalPath) -> String {
        if let last, last.path == path { return last.type }
        let type = ExtensionTypes.type(of: path.lastComponent) ?? MultipartPart.octetStream
        last = (path, type)
        return type
    }
}
