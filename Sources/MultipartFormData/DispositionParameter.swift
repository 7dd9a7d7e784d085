/// A parameter of a part's `Content-Disposition` whose value the caller chooses.
///
/// Quotes and line breaks in it are escaped, but a NUL can't be: browsers send it as it is, and
/// readers then refuse the header, or cut the name short. So a form with one isn't laid out.
///
/// Source: [RFC 7578, section 2](https://www.rfc-editor.org/rfc/rfc7578#section-2), and
/// [RFC 9110, section 5.5](https://www.rfc-editor.org/rfc/rfc9110#section-5.5), by which CR, LF and
/// NUL in a field are dangerous.
public enum DispositionParameter: String, Sendable, Hashable {
    /// The name of the form's field.
    case name

    /// The name of the file.
    case filename

    /// - Throws: ``MultipartError/invalidParameter(_:value:part:offset:)`` if `value` holds a NUL;
    ///   `part` is the index of its part.
    func validate(
        _ value: some Collection<UInt8>,
        part: Int
    ) throws(MultipartError) {
        guard value.contains(0) else { return }
        throw .invalidParameter(
            self,
            value: String(decoding: value, as: UTF8.self),
            part: part,
            offset: value.prefix { $0 != 0 }.count
        )
    }
}
