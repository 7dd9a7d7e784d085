package import UploadHTTP

/// The bytes of a request before its content.
///
/// Source: RFC 9112, section 3, https://www.rfc-editor.org/rfc/rfc9112#section-3
package struct RequestHead {
    package private(set) var bytes: [UInt8] = []

    /// Renders the head of a request.
    ///
    /// - Parameters:
    ///   - request: The request; fields that follow from others are left out.
    ///   - hasBody: Whether there is a content, which may be empty.
    ///   - length: Its size, if it is known; else it goes in chunks.
    ///   - codings: The content codings that the answer may have, as a list.
    package init(
        _ request: Request,
        hasBody: Bool,
        length: Int64?,
        accepting codings: String
    ) {
        let fields = request.fields
        // Up to about 1 KiB memory costs next to nothing.
        bytes.reserveCapacity(960)
        append(request.method, " ", request.url.path)
        if let query = request.url.query {
            append("?")
            append(query)
        }
        append(" HTTP/1.1\r\n")
        if !fields.contains("Host") {
            let origin = request.url.origin
            append("Host: ")
            append(origin.host)
            if origin.port != origin.scheme.defaultPort {
                append(":")
                append(String(origin.port))
            }
            append("\r\n")
        }
        if !fields.contains("Accept") { append("Accept: */*\r\n") }
        if !codings.isEmpty, !fields.contains("Accept-Encoding") {
            append("Accept-Encoding: ", codings, "\r\n")
        }
        for field in fields.fields where !Request.derives(field.name) {
            append(field.name, ": ", field.value)
            append("\r\n")
        }
        if let key = request.options.idempotencyKey {
            append(IdempotencyKey.fieldName, ": ", key.value)
            append("\r\n")
        }
        if hasBody {
            if let length {
                append("Content-Length: ", String(length), "\r\n")
            } else {
                append("Transfer-Encoding: chunked\r\n")
            }
            if request.options.expectsContinue, length != 0 { append("Expect: 100-continue\r\n") }
        }
        append("\r\n")
    }

    private mutating func append(_ text: String) {
        let text = text.utf8.span
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ name: String, _ separator: String, _ value: String) {
        append(name)
        append(separator)
        append(value)
    }
}
