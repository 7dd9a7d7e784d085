/// Whether the bytes of a ``Body`` can be read again, which a retry or a redirect needs.
public enum Replayability: String, Sendable, Hashable {
    /// The same bytes can be read any number of times.
    case always

    /// The bytes can be read one time; a second reader fails with ``BodyError/alreadyConsumed``.
    case once
}
