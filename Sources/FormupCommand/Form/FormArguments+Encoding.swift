import BodyStreaming
package import MultipartFormData
import ZlibCompression

extension FormArguments {
    /// The form with all its parts, laid out; compressed and spooled if that was asked for.
    ///
    /// - Throws: A usage error if the form can't be laid out or a file can't be read.
    package mutating func encode() async throws(CommandFailure) -> EncodedForm {
        try await encoded(try await finish())
    }

    /// Any form laid out, compressed and spooled as the command line says.
    ///
    /// - Throws: As ``encode()``.
    package func encoded(
        _ form: MultipartForm
    ) async throws(CommandFailure) -> EncodedForm {
        let layout = try CommandFailure.catching { () throws(MultipartError) in
            try form.layout()
        }
        var body = layout.body
        if let coding { body = body.compressed(coding, options: compressionOptions) }
        if spools, body.length == nil {
            do {
                body = try await body.spooled()
            } catch {
                throw CommandFailure(error, output: "the temporary file")
            }
        }
        return EncodedForm(form: form, layout: layout, body: body, coding: coding)
    }
}
