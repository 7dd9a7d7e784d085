public import BodyStreaming

/// A form laid out: its bytes, described but not yet read, and where they come from.
public struct MultipartLayout: Sendable {
    /// The bytes of the form.
    public let body: Body

    init(body: Body) {
        self.body = body
    }

    /// Where each run of bytes comes from, in order and without gaps; computed as it is asked for.
    public var runs: LayoutRuns { LayoutRuns(segments: body.segments) }
}
