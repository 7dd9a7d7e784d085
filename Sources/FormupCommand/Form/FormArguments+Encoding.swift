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
        var encoded = try laidOut(form)
        if spools, encoded.body.length == nil { try await encoded.spool() }
        return encoded
    }

    /// Any form laid out and compressed as the command line says; reads nothing.
    ///
    /// - Throws: As ``encode()``.
    package func laidOut(_ form: MultipartForm) throws(CommandFailure) -> EncodedForm {
        let layout = try CommandFailure.catching { () throws(MultipartError) in
            try form.layout()
        }
        guard let coding else { return EncodedForm(form: form, layout: layout, body: layout.body) }
        let compressed = try CommandFailure.catching { () throws(CompressionError) in
            try layout.compressedBody(coding, level: compressionLevel)
        }
        var encoded = EncodedForm(form: form, layout: layout, body: compressed, coding: coding)
        if layout.body.replayability == .always { encoded.uncodedBody = layout.body }
        return encoded
    }
}

extension EncodedForm {
    /// Puts the bytes that go out into a temporary file.
    ///
    /// - Throws: A failure if a file can't be read, or the temporary one not be written.
    package mutating func spool() async throws(CommandFailure) {
        do {
            body = try await body.spooled()
        } catch {
            throw CommandFailure(error, output: "the temporary file")
        }
        // A pipe is empty by then, but the temporary file has all that was in it.
        if let coding, uncodedBody == nil, body.replayability == .always {
            uncodedBody = body.decompressed(coding)
        }
    }
}
