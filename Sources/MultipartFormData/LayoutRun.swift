public import BodyStreaming

/// Consecutive bytes of a form that come from one place.
public struct LayoutRun: Sendable, Hashable {
    /// The place of the first byte in the form; `nil` behind a stream of unknown length.
    public let offset: Int64?

    /// The number of bytes, 0 for an empty content; `nil` for a stream of unknown length.
    public let byteCount: Int64?

    /// Where the bytes come from.
    public let origin: LayoutOrigin
}

/// Where bytes of a form come from.
@nonexhaustive
public enum LayoutOrigin: Sendable, Hashable {
    /// Delimiters and the headers of parts.
    case framing
    /// A value in memory, or one that is computed, of the field `name`.
    case field(name: String)
    /// The bytes `range` of the file at `path`, sent as the field `name`.
    case file(path: LocalPath, range: Range<Int64>, name: String)
    /// A stream that is called `label`, sent as the field `name`.
    case stream(label: String, name: String)
}
