/// A part of a form, or several that are kept together.
enum FormItem: Sendable {
    /// Text fields and nothing else.
    case fields(TextFieldRun)
    /// Whole files, with a few text fields between them.
    case packed(PackedPartRun)
    /// One part.
    indirect case part(MultipartPart)
}
