import BatchUpload
import UploadHTTP

/// What became of a picture.
struct DemoOutcome: Sendable {
    /// The picture.
    let picture: DemoPicture

    /// How its upload ended.
    let kind: OutcomeKind

    /// How many times it was sent.
    let attemptCount: Int

    /// Whether the receiver has got the same bytes.
    let isSame: Bool

    /// Whether it was sent, and arrived as it was.
    var hasArrived: Bool { kind == .succeeded && isSame }

    /// How it ended, in words.
    var words: String {
        guard kind == .succeeded else { return kind.rawValue }
        guard isSame else { return "arrived changed" }
        return attemptCount > 1 ? "arrived, after a 503" : "arrived"
    }
}
