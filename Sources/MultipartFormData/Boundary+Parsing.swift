extension Boundary {
    /// Reads the boundary out of the value of a `Content-Type` field, for example
    /// `multipart/form-data; boundary=x`.
    ///
    /// - Parameter contentType: The value of the field; any `multipart` type will do.
    /// - Throws: ``MultipartParserError/notMultipart(contentType:)`` if the type is another, can't be
    ///   read or has two boundaries; ``MultipartParserError/missingBoundary`` if it has none;
    ///   ``MultipartParserError/invalidBoundary(_:)`` if that can't be one.
    public init(contentType: String) throws(MultipartParserError) {
        // RFC 9110's quoted pairs may stand in any parameter, but `bchars` hold neither of the
        // characters that need one.
        guard let list = try? ParameterList(Array(contentType.utf8), escapes: .backslash),
            list.type.hasPrefix("multipart/"), list.duplicate != "boundary"
        else { throw .notMultipart(contentType: contentType) }
        guard let value = list.first("boundary") else { throw .missingBoundary }
        do throws(MultipartError) {
            try self.init(String(decoding: value, as: UTF8.self))
        } catch {
            throw .invalidBoundary(error)
        }
    }
}
