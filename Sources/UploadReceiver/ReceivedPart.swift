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

    /// The part as an object of JSON, without members for what it doesn't have; `offset` counts in
    /// the decoded body.
    public var json: JSONValue {
        let members: [(name: String, value: JSONValue?)] = [
            ("index", .integer(Int64(headers.index))),
            ("name", headers.name.map { .string($0) }),
            ("filename", headers.filename.map { .string($0) }),
            ("type", headers.contentType.map { .string($0) }),
            ("headers", .object(fieldMembers)),
            ("offset", .integer(headers.contentOffset)),
            ("length", .integer(byteCount)),
            ("sha256", .string(sha256)),
            ("saved", savedPath.map { .string($0.string) }),
            ("image", image),
        ]
        return .object(known: members)
    }

    /// The fields of the header; the values of those with the same name become one list.
    ///
    /// Source: [RFC 9110, section 5.3](https://www.rfc-editor.org/rfc/rfc9110#section-5.3).
    private var fieldMembers: [(name: String, value: JSONValue)] {
        var fields: [(name: String, value: String)] = []
        for field in headers.fields {
            let value = String(decoding: field.value, as: UTF8.self)
            let lowercased = field.name.lowercased()
            if let index = fields.firstIndex(where: { $0.name.lowercased() == lowercased }) {
                fields[index].value += ", " + value
            } else {
                fields.append((field.name, value))
            }
        }
        return fields.map { ($0.name, .string($0.value)) }
    }
}
