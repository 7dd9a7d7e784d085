extension HeaderFields {
    /// The members of the lists that all fields called `name` hold, without the white space around
    /// them; empty ones are left out.
    ///
    /// Source: RFC 9110, section 5.6.1, https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1
    package func members(of name: String) -> [String] {
        var members: [String] = []
        for field in fields where Self.isSame(field.name, name) {
            members += Self.elements(of: field.value.utf8, separator: UInt8(ascii: ","))
        }
        return members
    }

    /// The elements of a text between separators, cut at bytes, without the white space around them;
    /// empty ones are left out.
    static func elements(of text: String.UTF8View, separator: UInt8) -> [String] {
        text.split(separator: separator).map { trimmed(String(Substring($0))) }
            .filter { !$0.isEmpty }
    }
}
