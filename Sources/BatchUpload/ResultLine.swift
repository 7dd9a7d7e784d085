public import UploadHTTP

/// The line that goes into the results file when an item has ended.
public struct ResultLine: Sendable {
    /// What the server answered.
    public struct Answer: Sendable {
        /// The header fields, without secrets.
        public var fields: HeaderFields
        /// The content as text.
        public var body: String

        /// Creates an answer; secrets among the fields are replaced.
        public init(fields: HeaderFields, body: String) {
            self.fields = Redaction.standard.redacted(fields)
            self.body = body
        }
    }

    /// Why an item did not succeed.
    public struct Failure: Sendable, Hashable {
        /// A stable name of the reason.
        public var kind: String
        /// One line for people.
        public var message: String
        /// Whether the same item may succeed later.
        public var isRetryable: Bool

        /// Creates a failure.
        public init(kind: String, message: String, isRetryable: Bool) {
            self.kind = kind
            self.message = message
            self.isRetryable = isRetryable
        }
    }

    /// The 0-based position of the item in the input.
    public var index: Int
    /// The name of the item.
    public var identifier: String
    /// What the item is recognised by.
    public var key: ItemKey
    /// How the item ended.
    public var outcome: OutcomeKind
    /// The status of the last answer, if there was one.
    public var status: Int?
    /// How many times the request was sent.
    public var attempts = 0
    /// The bytes of bodies that were sent in all attempts together.
    public var bytesSent: Int64 = 0
    /// The time from the start to the end.
    public var duration = Duration.zero
    /// The URL without user information.
    public var url: String
    /// The paths of the files, as they were given.
    public var paths: [String]
    /// The last answer.
    public var response: Answer?
    /// Why the item did not succeed.
    public var error: Failure?

    /// Creates the line of an item that was not sent.
    public init(
        index: Int,
        identifier: String,
        key: ItemKey,
        outcome: OutcomeKind,
        url: String,
        paths: [String]
    ) {
        self.index = index
        self.identifier = identifier
        self.key = key
        self.outcome = outcome
        self.url = url
        self.paths = paths
    }
}
