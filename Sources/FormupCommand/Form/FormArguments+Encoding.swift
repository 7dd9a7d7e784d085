import BodyStreaming
import Formup
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
        guard let coding else {
            return EncodedForm(form: form, layout: layout, body: try await spooled(layout.body))
        }
        let compressed = try CommandFailure.catching { () throws(CompressionError) in
            try layout.compressedBody(coding, level: compressionLevel)
        }
        let body = try await spooled(compressed)
        var encoded = EncodedForm(form: form, layout: layout, body: body, coding: coding)
        if layout.body.replayability == .always {
            encoded.uncodedBody = layout.body
        } else if body.replayability == .always {
            // A pipe is empty by then, but the temporary file has all that was in it.
            encoded.uncodedBody = body.decompressed(coding)
        }
        return encoded
    }

    /// The bytes of `body` in a temporary file, if that was asked for and `body` has no length.
    private func spooled(_ body: Body) async throws(CommandFailure) -> Body {
        guard spools, body.length == nil else { return body }
        do {
            return try await body.spooled()
        } catch {
            throw CommandFailure(error, output: "the temporary file")
        }
    }
}
