public import BodyStreaming
internal import ImageSniffing
public import MultipartFormData

extension MultipartForm {
    /// Adds a file; its type is found by looking at its header, else by its extension.
    ///
    /// - Parameters:
    ///   - name: The name of the form's field.
    ///   - path: The file; it is looked at, and opened again when its bytes are sent.
    ///   - filename: The name that the server gets; `nil` takes the last component of `path`.
    /// - Throws: ``MultipartError`` if the file isn't there or has no bytes that can be sent.
    public mutating func append(
        name: String,
        file path: LocalPath,
        filename: String? = nil
    ) throws(MultipartError) {
        append(
            try MultipartPart(
                name: name,
                file: path,
                filename: filename ?? path.lastComponent,
                contentType: FileType.mediaType(of: path)
            )
        )
    }

    /// Adds an image file, after looking at its header.
    ///
    /// - Parameters:
    ///   - name: The name of the form's field.
    ///   - path: The file; it is looked at, and opened again when its bytes are sent.
    ///   - filename: The name that the server gets; `nil` takes the last component of `path`.
    /// - Returns: What the header says: type, size, orientation.
    /// - Throws: ``ImageError/notAnImage(path:found:)`` if the header isn't that of an image, or ends too
    ///   early; ``ImageError/unreadable(path:cause:)``; ``MultipartError`` as for any file.
    @discardableResult
    public mutating func append(
        name: String,
        image path: LocalPath,
        filename: String? = nil
    ) throws -> ImageHeader {
        let header = try ImageHeader(of: path)
        append(
            try MultipartPart(
                name: name,
                file: path,
                filename: filename ?? path.lastComponent,
                contentType: header.mediaType
            )
        )
        return header
    }
}
