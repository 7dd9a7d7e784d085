import BatchUpload
import BodyStreaming
import MultipartFormData
import UploadHTTP

/// Where lines of a batch go.
struct BatchTarget: Sendable {
    let url: RequestURL
    let method: String
    var fields: HeaderFields
    let isIdempotent: Bool

    /// The URL as results have it, and what lines are recognised by that go there, if that was made
    /// once for all of them.
    private var shared: (urlText: String, identity: ItemIdentity)?

    /// Creates a target.
    ///
    /// - Throws: If the method is none.
    init(url: RequestURL, method: String, fields: HeaderFields) throws(RequestError) {
        isIdempotent = try Request(method: method, url: url).isIdempotent
        self.url = url
        self.method = method
        self.fields = fields
    }

    /// The target of many lines whose forms begin with `template`.
    func shared(by template: MultipartForm) -> BatchTarget {
        var target = self
        target.shared = (urlText, identity(with: template))
        return target
    }

    /// The URL as results have it.
    var urlText: String { shared?.urlText ?? url.textWithoutQuery }

    /// What lines are recognised by that go there, as far as the command line goes.
    func identity(with template: MultipartForm) -> ItemIdentity {
        if let shared { return shared.identity }
        var identity = ItemIdentity(method: method, url: url)
        for part in template.parts { identity.append(part) }
        return identity
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
