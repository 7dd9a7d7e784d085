public import UploadHTTP

/// How a line of a batch is to be sent.
public struct ItemPlan: Sendable {
    /// What the upload is recognised by.
    public var identity: ItemIdentity

    /// The URL without user information, for the results.
    public var url: String

    /// The paths of the files as they were given, for the results.
    public var paths: [String]

    /// Whether the upload may be sent again although it may have been carried out; off by default.
    public var isRepeatable: Bool

    /// Makes the request; called when the item begins, with the item's key.
    ///
    /// An error is the item's alone.
    public var prepare: @Sendable (ItemKey) async throws -> Request

    /// Creates a plan.
    public init(
        identity: ItemIdentity,
        url: String,
        paths: [String],
        isRepeatable: Bool = false,
        prepare: @escaping @Sendable (ItemKey) async throws -> Request
    ) {
        self.identity = identity
        self.url = url
        self.paths = paths
        self.isRepeatable = isRepeatable
        self.prepare = prepare
    }
}
