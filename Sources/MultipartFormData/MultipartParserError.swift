import BodyStreaming

/// A reason why bytes can't be read as a multipart body.
///
/// An `offset` is a 0-based position in the whole body; a `part` is the 0-based index of a part.
@nonexhaustive
public enum MultipartParserError: Error, Sendable {
    /// The content type isn't a `multipart` one, or can't be read.
    case notMultipart(contentType: String)

    /// The content type has no `boundary` parameter.
    case missingBoundary

    /// The content type has a boundary that can't be one; the cause says why.
    case invalidBoundary(MultipartError)

    /// The body ended at `offset`, and no delimiter was in it: another boundary, or no form.
    case delimiterNotFound(boundary: Boundary, offset: Int64)

    /// The body ended at `offset`, before the close delimiter.
    case truncated(offset: Int64)

    /// A line that began as a delimiter goes on with what no delimiter can have.
    case malformedDelimiter(offset: Int64)

    /// The header of a part breaks the syntax of fields at `offset`.
    case malformedHeader(part: Int, offset: Int64)

    /// The part whose header is at `offset` has no `Content-Disposition`.
    case missingContentDisposition(part: Int, offset: Int64)

    /// The `Content-Disposition` of the part whose header is at `offset` can't be read.
    case contentDisposition(ContentDispositionFault, part: Int, offset: Int64)

    /// More than `limit` parts; the first too many begins at `offset`.
    case tooManyParts(limit: Int, offset: Int64)

    /// The header that begins at `offset` has more than `limit` bytes.
    case headerTooLarge(limit: Int, part: Int, offset: Int64)

    /// The name of a field or file in the header at `offset` has more than `limit` bytes.
    case nameTooLong(limit: Int, part: Int, offset: Int64)

    /// The content at `offset` is a multipart body more than `limit` levels deep.
    case nestedTooDeep(limit: Int, offset: Int64)
}

extension MultipartParserError: CustomStringConvertible {
    /// One line that says what is wrong and where.
    public var description: String {
        switch self {
        case .notMultipart(let contentType):
            "the content type \"\(DisplayText.escaped(contentType))\" is not a multipart one"
        case .missingBoundary: "the content type has no boundary"
        case .invalidBoundary(let cause): "\(cause)"
        case .delimiterNotFound(let boundary, let offset):
            "the boundary \"\(boundary)\" does not occur in \(offset) bytes"
        case .truncated(let offset):
            "the body ends at offset \(offset), before its close delimiter"
        case .malformedDelimiter(let offset):
            "offset \(offset): a delimiter goes on with bytes that it can't have"
        case .malformedHeader(let part, let offset):
            "part \(part): its header can't be read at offset \(offset)"
        case .missingContentDisposition(let part, let offset):
            "part \(part), at offset \(offset): there is no Content-Disposition"
        case .contentDisposition(let fault, let part, let offset):
            "part \(part), at offset \(offset): the Content-Disposition can't be used: \(fault)"
        case .tooManyParts(let limit, let offset):
            "offset \(offset): there are more parts than the \(limit) that are allowed"
        case .headerTooLarge(let limit, let part, let offset):
            "part \(part), at offset \(offset): its header is larger than \(limit) bytes"
        case .nameTooLong(let limit, let part, let offset):
            "part \(part), at offset \(offset): a name is longer than \(limit) bytes"
        case .nestedTooDeep(let limit, let offset):
            "offset \(offset): multipart bodies are nested deeper than \(limit)"
        }
    }
}
