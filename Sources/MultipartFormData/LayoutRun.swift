/// Consecutive bytes of a form that come from one place.
public struct LayoutRun: Sendable, Hashable {
    /// The place of the first byte in the form; `nil` behind a stream of unknown length.
    public let offset: Int64?

    /// The number of bytes, 0 for an empty content; `nil` for a stream of unknown length.
    public let byteCount: Int64?

    /// Where the bytes come from.
    public let origin: LayoutOrigin

    /// The `Content-Type` of the part whose content the bytes are; `nil` for framing, and for a part
    /// without one.
    public let contentType: String?
}
