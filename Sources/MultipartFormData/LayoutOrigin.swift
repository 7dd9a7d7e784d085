public import BodyStreaming

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
