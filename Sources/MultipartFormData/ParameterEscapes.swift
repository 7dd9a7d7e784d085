/// Which escapes are undone in the names of fields and files, which senders don't agree on.
public enum ParameterEscapes: String, Sendable, Hashable, CaseIterable {
    /// As browsers write names: `%22`, `%0D` and `%0A` are undone, a backslash is a backslash.
    ///
    /// Source: [WHATWG HTML, multipart/form-data encoding
    /// algorithm](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
    case percent

    /// As quoted strings: `\"` and `\\` are undone, and of the percent escapes `%0D` and `%0A`.
    ///
    /// Other backslashes stand for themselves, as in the Windows paths that old browsers sent.
    ///
    /// Source: [RFC 9110, section 5.6.4](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.4).
    case backslash

    /// As ``percent`` if the field can be read so, else as ``backslash``.
    ///
    /// A quote with a backslash before it gives the sender away: a browser writes none inside a
    /// name. A sender whose names hold backslashes but no quotes can't be told.
    case automatic
}
