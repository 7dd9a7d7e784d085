extension MultipartPart {
    /// Creates a part of type `multipart/mixed`: several files under one name of the form.
    ///
    /// The parts within are written as attachments: their file names are, their own names aren't.
    /// RFC 7578 has browsers repeat the name instead; some older servers want this form.
    ///
    /// Source: [RFC 7578, section 4.3](https://www.rfc-editor.org/rfc/rfc7578#section-4.3), and
    /// [RFC 2183, section 2.2](https://www.rfc-editor.org/rfc/rfc2183#section-2.2).
    ///
    /// - Parameters:
    ///   - name: The name of the form's field.
    ///   - parts: The parts within, in order.
    ///   - boundary: What tells them apart; it must not start with the boundary of the form.
    ///   - dialect: How their file names are written.
    /// - Throws: A ``MultipartError`` that tells the index of a bad part among `parts`.
    public init(
        name: String,
        mixed parts: [MultipartPart],
        boundary: Boundary = Boundary(),
        dialect: FormDialect = .whatwg
    ) throws(MultipartError) {
        let framing = FormFraming(
            boundary: boundary,
            dialect: dialect,
            disposition: .attachment,
            items: FormItems(unpacked: parts)
        )
        self.init(
            name: name,
            contentType: "multipart/mixed; boundary=\(boundary.parameterValue)",
            storedContent: .body(try framing.layout(normalizesLineBreaks: false).body)
        )
    }
}
