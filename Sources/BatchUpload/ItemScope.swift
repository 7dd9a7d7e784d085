public import UploadHTTP

/// What the closure of an item gets: the client of the batch, and its place in it.
public struct ItemScope<Client: Sendable>: Sendable {
    /// The client of the batch.
    public let client: Client

    /// The 0-based position of the item in the input.
    public let index: Int

    let events: BatchEvents?

    /// Tells how much of the item's request was sent; an item that sends several requests tells it
    /// of the one with the content.
    public func report(_ progress: TransferProgress) {
        events?.recordProgress(progress, of: index)
    }

    /// Tells that the item's request is sent again after `delay`: what was sent counts no more.
    public func reportRetry(after delay: Duration) {
        events?.recordRetry(after: delay, of: index)
    }
}
