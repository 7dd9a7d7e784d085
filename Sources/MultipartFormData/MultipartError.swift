public import BodyStreaming

/// A reason why a form can't be laid out, or its boundary not be proved.
///
/// A `part` is the 0-based index of a part in its form.
@nonexhaustive
public enum MultipartError: Error, Sendable {
    /// The text can't be a boundary.
    case invalidBoundary(String, fault: BoundaryFault)

    /// A field of a part's header has no name, or one with a byte that is not of a token, at
    /// `offset` in its UTF-8.
    case invalidFieldName(String, part: Int, offset: Int)

    /// The value of a field of a part's header holds a CR, LF or NUL at `offset` in its UTF-8.
    case invalidFieldValue(fieldName: String, part: Int, offset: Int, byte: UInt8)

    /// The name of a part or of its file holds a NUL at `offset` in its UTF-8.
    case invalidParameter(DispositionParameter, value: String, part: Int, offset: Int)

    /// A part was given a field that the form writes itself or that no form may have.
    case reservedField(ReservedField, part: Int)

    /// The content of a part can't be described or read.
    case content(name: String, part: Int?, cause: BodyError)

    /// The content of a part holds the form's delimiter.
    ///
    /// `offset` counts the bytes of the part's content before the delimiter; `path` is the file
    /// that holds it, if it is one.
    case delimiterInContent(name: String, part: Int, path: LocalPath?, offset: Int64)

    /// The length of the form would pass `Int64.max` with the part at index `part`.
    case lengthOverflow(part: Int)
}
