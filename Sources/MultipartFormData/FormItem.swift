/// A part of a form, or several that are kept together.
enum FormItem: Sendable {
    /// Text fields and nothing else.
    case fields(TextFieldRun)
    /// One part.
    case part(MultipartPart)
}
