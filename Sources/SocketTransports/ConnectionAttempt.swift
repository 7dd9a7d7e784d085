internal import BodyStreaming
internal import UploadHTTP

/// The way of one transfer to a connection: several addresses, tried in turn.
///
/// An address that doesn't answer soon gets company: the next one is tried beside it, and the first
/// connection that is made is the one.
///
/// Source: RFC 8305, section 5, https://www.rfc-editor.org/rfc/rfc8305#section-5
struct ConnectionAttempt {
    /// How long an address is alone.
    static let delay = Duration.milliseconds(250)

    /// When it began.
    let start: ContinuousClock.Instant

    /// The addresses that were not tried; `nil` as long as they are not known.
    var addresses: ArraySlice<SocketAddress>?

    /// The connections that are being made.
    var connections: [SocketConnection] = []

    /// When the next address is tried.
    var nextTry: ContinuousClock.Instant?

    /// Why the last one failed.
    var failure: LibraryFailure?

    init(at now: ContinuousClock.Instant) {
        start = now
    }
}
