import BodyStreaming
import MultipartFormData

/// Forms to be measured with.
enum Forms {
    /// A form as people send pictures: a text field, and a file.
    static func file(_ path: LocalPath) throws -> MultipartForm {
        var form = MultipartForm()
        form.append(name: "caption", text: "hello")
        form.append(try MultipartPart(name: "file", file: path, contentType: "image/jpeg"))
        return form
    }
}
