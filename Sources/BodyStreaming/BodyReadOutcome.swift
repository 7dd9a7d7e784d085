/// What a call of ``BodyReader/read(into:)`` did.
public enum BodyReadOutcome: Sendable, Hashable {
    /// This many bytes were appended; 0 only if the output had no room.
    case appended(Int)

    /// Nothing was appended, since a stream has no bytes yet; ``BodyReader/whenReady(_:)`` tells
    /// when it has.
    case pending

    /// Nothing was appended, since all bytes of the body were read.
    case finished
}
