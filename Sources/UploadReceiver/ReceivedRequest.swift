internal import BodyStreaming

/// A request as far as an ``UploadReceiver`` has read and answered it.
public struct ReceivedRequest: Sendable {
    /// The 0-based number of the request.
    public let index: Int

    /// The method; empty if the head could not be read.
    public let method: String

    /// The target as it was sent.
    public let target: String

    /// The fields of the head in the order in which they came.
    public let fields: [(name: String, value: String)]

    /// The status of the answer; `nil` if there was none, or not yet one.
    public internal(set) var status: Int?

    /// The bytes of the body that came, after its content coding was undone.
    public internal(set) var bodyByteCount: Int64 = 0

    /// The SHA-256 digest of a body that is no form.
    public internal(set) var bodySHA256: String?

    /// The parts of the form, if the body is one; those that came as a whole.
    public internal(set) var parts: [ReceivedPart] = []

    /// What was wrong with the request, or with the connection.
    public internal(set) var error: String?

    /// The time from the head to the end of the answer.
    public internal(set) var duration = Duration.zero

    /// The value of the first field called `name`, in any letter case.
    public func first(_ name: String) -> String? {
        let lowercased = name.lowercased()
        return fields.first { $0.name.lowercased() == lowercased }?.value
    }

    /// The request as JSON text, an object on one line: the body of the answer.
    public var json: String {
        JSONWriter.object { object in
            object.member("request", index)
            object.member("method", method)
            object.member("target", target)
            object.member("status", orNull: status.map { Int64($0) })
            object.key("seconds")
            object.number(duration / .seconds(1))
            object.member("length", bodyByteCount)
            object.member("sha256", bodySHA256)
            object.key("parts")
            object.array { elements in
                for part in parts { elements.object(part.write) }
            }
            object.member("error", error)
        }
    }
}
