import BatchUpload
import BodyStreaming
import MultipartFormData
import UploadHTTP

/// Where lines of a batch go, and what follows from that.
struct BatchTarget: Sendable {
    let url: RequestURL
    let method: String
    var fields: HeaderFields
    let isIdempotent: Bool

    /// The URL as results have it.
    let urlText: String

    /// What lines are recognised by that go there, as far as the command line goes.
    let identity: ItemIdentity

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - url: Where lines go.
    ///   - method: The method.
    ///   - fields: The header fields of the command line.
    ///   - template: The form of the command line.
    /// - Throws: If the method is none.
    init(
        url: RequestURL,
        method: String,
        fields: HeaderFields,
        _ template: MultipartForm
    ) throws(RequestError) {
        isIdempotent = try Request(method: method, url: url).isIdempotent
        self.url = url
        self.method = method
        self.fields = fields
        urlText = url.textWithoutQuery
        var identity = ItemIdentity(method: method, url: url)
        for part in template.parts { identity.append(part) }
        self.identity = identity
    }
}

extension ItemIdentity {
    /// Appends a part that is the same in every upload of the batch.
    fileprivate mutating func append(_ part: MultipartPart) {
        for segment in part.content.segments {
            switch segment {
            case .bytes(let bytes):
                append(field: part.name, value: String(decoding: bytes, as: UTF8.self))
            case .file(let region):
                append(
                    file: part.name,
                    path: region.path,
                    range: region.range,
                    state: region.identity
                )
            case .generated, .stream: append(field: part.name, value: "")
            }
        }
    }
}
