public import BodyStreaming

extension MultipartPart {
    /// Creates a file of the file at `path`, or of some of its bytes.
    ///
    /// A regular file is looked at, but not opened; sending fails if it has changed by then. A pipe
    /// is a stream of unknown length that can be read once.
    ///
    /// - Parameters:
    ///   - name: The name of the form's field.
    ///   - path: The file on this machine.
    ///   - range: The bytes of the file; `nil` takes all of them.
    ///   - filename: The name that is sent, as it is. The last component of the path without it,
    ///     so that folders of this machine don't leak.
    ///   - contentType: The value of the `Content-Type` field; `nil` writes none.
    /// - Throws: ``MultipartError/content(name:part:cause:)`` if the file can't be looked at, is
    ///   a directory, or hasn't the bytes of `range`.
    public init(
        name: String,
        file path: LocalPath,
        range: Range<Int64>? = nil,
        filename: String? = nil,
        contentType: String? = Self.octetStream
    ) throws(MultipartError) {
        let content: Body
        do {
            content = try Body(file: path, range: range)
        } catch {
            throw .content(name: name, part: nil, cause: error)
        }
        self.init(
            name: name,
            filename: filename ?? path.lastComponent,
            contentType: contentType,
            content: content
        )
    }
}
