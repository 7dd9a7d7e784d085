public import UploadHTTP

/// The line that goes into the results file before the first byte of an item is sent.
public struct StartedLine: Sendable, Hashable {
    /// The 0-based position of the item in the input.
    public var index: Int
    /// The name of the item.
    public var identifier: String
    /// What the item is recognised by.
    public var key: ItemKey

    /// Creates a line.
    public init(index: Int, identifier: String, key: ItemKey) {
        self.index = index
        self.identifier = identifier
        self.key = key
    }

    /// The line as it is written, with its end.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object { line in
            line.key("v")
            line.integer(Journal.version)
            line.key("index")
            line.integer(Int64(index))
            line.key("id")
            line.string(identifier)
            line.key("key")
            line.itemKey(key)
            line.key("started")
            line.boolean(true)
        }
        writer.endLine()
        return writer.bytes
    }
}

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

    /// The line as it is written, with its end.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object(write)
        writer.endLine()
        return writer.bytes
    }

    private func write(_ line: inout JSONWriter) {
        line.key("v")
        line.integer(Journal.version)
        line.key("index")
        line.integer(Int64(index))
        line.key("id")
        line.string(identifier)
        line.key("key")
        line.itemKey(key)
        line.key("outcome")
        line.string(outcome.rawValue)
        if let status {
            line.key("status")
            line.integer(Int64(status))
        }
        line.key("attempts")
        line.integer(Int64(attempts))
        line.key("bytesSent")
        line.integer(bytesSent)
        line.key("seconds")
        line.seconds(duration)
        line.key("url")
        line.string(url)
        line.key("paths")
        line.strings(paths)
        if let response {
            line.key("response")
            line.object { response.write(&$0) }
        }
        if let error {
            line.key("error")
            line.object { error.write(&$0) }
        }
    }
}

extension ResultLine.Answer {
    fileprivate func write(_ object: inout JSONWriter) {
        object.key("headers")
        object.object { headers in
            for (name, value) in fields.combined {
                headers.key(name)
                headers.string(value)
            }
        }
        object.key("body")
        object.string(body)
    }
}

extension ResultLine.Failure {
    fileprivate func write(_ object: inout JSONWriter) {
        object.key("kind")
        object.string(kind)
        object.key("message")
        object.string(message)
        object.key("retryable")
        object.boolean(isRetryable)
    }
}

extension HeaderFields {
    /// Each name once, with its values separated by commas.
    ///
    /// Source: RFC 9110, section 5.3, https://www.rfc-editor.org/rfc/rfc9110#section-5.3
    fileprivate var combined: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        for field in fields {
            if let index = result.firstIndex(where: { Self.isSame($0.name, field.name) }) {
                result[index].value += ", " + field.value
            } else {
                result.append((field.name, field.value))
            }
        }
        return result
    }
}
