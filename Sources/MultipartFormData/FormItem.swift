/// A part of a form, or several that are kept together.
enum FormItem: Sendable {
    /// Text fields and nothing else.
    case fields(TextFieldRun)
    /// Whole files and nothing else.
    case files(FilePartRun)
    /// One part.
    indirect case part(MultipartPart)
}
