/// What a ``MultipartParser`` has found.
public enum MultipartEvent: Sendable, Hashable {
    /// A part began, and its header has been read.
    case partBegan(PartHeaders)

    /// Content of the part: the bytes of the input at these offsets.
    case content(Range<Int>)

    /// Content of the part that had looked like the beginning of a delimiter.
    ///
    /// Some of these bytes may have come with earlier inputs, so they are not a range of this one.
    /// They are at most the boundary, a few hundred bytes of padding and a line break.
    case heldContent(ArraySlice<UInt8>)

    /// The part ended.
    case partEnded

    /// The close delimiter was found: no part follows, and the bytes that do mean nothing.
    case closed
}
