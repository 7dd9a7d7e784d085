/// How the parts of a multipart body call themselves in `Content-Disposition`.
enum PartDisposition: Sendable {
    /// Fields of a form, with their names.
    case formData
    /// Files of a `multipart/mixed` part, without names.
    case attachment
}
