/// A source of bytes that arrive over time, made anew for each reader.
public struct BodyStream: Sendable {
    /// The exact number of bytes the stream promises, or `nil` if it doesn't tell.
    ///
    /// A stream that delivers more or fewer fails with
    /// ``BodyError/streamLengthMismatch(promised:delivered:)``.
    public let byteCount: Int64?

    /// Whether the stream can be made again.
    public let replayability: Replayability

    /// A few words that tell people where the bytes come from, for example `standard input`.
    public let label: String

    /// Runs the stream to its end, offering each chunk to `sink`, which suspends until it is taken.
    package let run:
        @Sendable (_ sink: (consuming [UInt8]) async throws -> Void) async throws -> Void
}
