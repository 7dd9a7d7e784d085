extension HeaderFields {
    /// Each name once, as it was written first, with its values separated by commas.
    ///
    /// Source: RFC 9110, section 5.3, https://www.rfc-editor.org/rfc/rfc9110#section-5.3
    package var combined: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        for field in fields {
            if let index = result.firstIndex(where: { Self.isSame($0.name, field.name) }) {
                result[index].value += ", " + field.value
            } else {
                result.append((field.name, field.value))
            }
        }
        return result
    }
}
