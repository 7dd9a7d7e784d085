extension HeaderFields {
    /// Each name once, as it was written first, with its values separated by commas.
    ///
    /// Source: RFC 9110, section 5.3, https://www.rfc-editor.org/rfc/rfc9110#section-5.3
    package var combined: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        var indices: [String: Int] = [:]
        for field in fields {
            let key = String(decoding: field.name.utf8.map(\.lowercasedASCII), as: UTF8.self)
            if let index = indices[key] {
                result[index].value += ", " + field.value
            } else {
                indices[key] = result.count
                result.append((field.name, field.value))
            }
        }
        return result
    }
}
