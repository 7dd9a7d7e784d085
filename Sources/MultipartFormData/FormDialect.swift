/// How the names of fields and files are written; the dialects differ in what they do to
/// characters that can't stand between quotes as they are.
///
/// In every dialect CR is written as `%0D` and LF as `%0A`, and the line breaks of a field name
/// become CRLF first.
public enum FormDialect: String, Sendable, Hashable, CaseIterable {
    /// As browsers write them: `"` as `%22`, all else as raw UTF-8; the default.
    ///
    /// Source: [WHATWG HTML, multipart/form-data encoding
    /// algorithm](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
    case whatwg

    /// As quoted strings: `"` as `\"` and `\` as `\\`, for servers that undo quoted pairs.
    ///
    /// Source: [RFC 9110, section 5.6.4](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.4).
    case backslash

    /// As ``whatwg``, with the file name a second time as a `filename*` parameter.
    ///
    /// RFC 7578 forbids it, but some servers read nothing else. An empty file name has no second
    /// form.
    ///
    /// Source: [RFC 8187, section 3.2](https://www.rfc-editor.org/rfc/rfc8187#section-3.2).
    case extended

    /// As ``whatwg``, with every byte above 7F as `%` and two hexadecimal digits.
    ///
    /// So names that differ stay different, and a server that undoes the escapes of a browser gets
    /// back what was meant. Types and a part's own fields stay as they are.
    ///
    /// Source: [RFC 7578, section 2](https://www.rfc-editor.org/rfc/rfc7578#section-2).
    case ascii
}
