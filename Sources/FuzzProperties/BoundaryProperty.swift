import MultipartFormData

private let boundaryCharacters = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'()+_,-./:=? ".utf8
)

/// A text is a boundary exactly if RFC 2046's grammar has it, and a boundary is read again from the
/// content type that names it.
///
/// Source: [RFC 2046, section 5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1).
func checkBoundary(_ input: Span<UInt8>) throws(PropertyViolation) {
    let text = String(decoding: [UInt8](input), as: UTF8.self)
    let isBoundary =
        (1...70).contains(text.utf8.count) && text.utf8.allSatisfy(boundaryCharacters.contains)
        && text.utf8.last != 0x20
    let boundary = try? Boundary(text)
    try require((boundary != nil) == isBoundary, "\(text.debugDescription): \(isBoundary)")
    if let boundary {
        let contentType = "multipart/form-data; boundary=\(boundary.parameterValue)"
        let read = try? Boundary(contentType: contentType)
        try require(read == boundary, "\(contentType) is read as \(String(describing: read))")
    }
    for contentType in [text, "multipart/form-data; \(text)", "multipart/mixed; boundary=\(text)"] {
        guard let read = try? Boundary(contentType: contentType) else { continue }
        try require((try? Boundary(read.value)) == read, "\(read) is no boundary")
    }
}
