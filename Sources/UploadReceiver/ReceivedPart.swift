public import BodyStreaming
public import MultipartFormData

/// A part of a form that was received as a whole.
public struct ReceivedPart: Sendable {
    /// The header of the part.
    public let headers: PartHeaders

    /// The size of the content in bytes.
    public let byteCount: Int64

    /// The SHA-256 digest of the content, as 64 hexadecimal digits in lower case; `nil` if
    /// ``ReceiverOptions/digestsParts`` is off.
    public let sha256: String?

    /// Where the content was saved, if it was.
    public let savedPath: LocalPath?

    /// What ``ReceiverOptions/sniff`` said, as JSON text.
    public let image: String?

    /// The part as JSON text, an object on one line, without members for what it doesn't have;
    /// `offset` counts in the decoded body.
    public var json: String { JSONWriter.object(write) }

    /// Writes the members of the part's object.
    func write(_ object: inout JSONWriter) {
        object.member("index", headers.index)
        object.member("name", headers.name)
        object.member("filename", headers.filename)
        object.member("type", headers.contentType)
        object.member("headers") { members in
            for (name, value) in combinedFields { members.member(name, value) }
        }
        object.member("offset", headers.contentOffset)
        object.member("length", byteCount)
        object.member("sha256", sha256)
        object.member("saved", savedPath?.string)
        object.member("image", json: image)
    }

    /// The fields of the header; the values of those with the same name become one list.
    ///
    /// Source: [RFC 9110, section 5.3](https://www.rfc-editor.org/rfc/rfc9110#section-5.3).
    private var combinedFields: [(name: String, value: String)] {
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
        return fields
    }
}
