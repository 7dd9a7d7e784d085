/// Why a format stopped reading.
enum SniffStop: Error {
    /// The bytes at `offset` are not there, or not yet.
    case truncated(offset: Int64, count: Int)

    /// A rule of the format is broken at `offset`; `reason` is a literal.
    case malformed(reason: String, offset: Int64)

    /// The file only looked like this format; the next one may match.
    case mismatch

    /// The file is well-known, but no image.
    case other(OtherFormat)

    /// The work that ``SniffBudget`` allows is used up.
    case overBudget(offset: Int64)

    /// The source threw an error.
    case sourceFailed(any Error)
}
