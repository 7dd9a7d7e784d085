public import BodyStreaming
public import MultipartFormData

/// A part of a form that was received as a whole.
public struct ReceivedPart: Sendable {
    /// The header of the part.
    public let headers: PartHeaders

    /// The size of the content in bytes.
    public let byteCount: Int64

    /// The SHA-256 digest of the content, as 64 hexadecimal digits in lower case.
    public let sha256: String

    /// Where the content was saved, if it was.
    public let savedPath: LocalPath?

    /// What ``ReceiverOptions/sniff`` said.
    public let image: JSONValue?

    /// The part as an object of JSON; `offset` counts in the decoded body.
    public var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("index", .integer(Int64(headers.index))),
            ("name", headers.name.map { .string($0) } ?? .null),
            ("filename", headers.filename.map { .string($0) } ?? .null),
            ("type", headers.contentType.map { .string($0) } ?? .null),
            (
                "headers",
                .object(
                    headers.fields.map {
                        ($0.name, .string(String(decoding: $0.value, as: UTF8.self)))
                    }
                )
            ),
            ("offset", .integer(headers.contentOffset)),
            ("length", .integer(byteCount)),
            ("sha256", .string(sha256)),
        ]
        if let savedPath { members.append(("saved", .string(savedPath.string))) }
        if let image { members.append(("image", image)) }
        return .object(members)
    }
}
