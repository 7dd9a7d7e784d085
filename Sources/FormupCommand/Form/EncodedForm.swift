package import BodyStreaming
package import MultipartFormData
package import ZlibCompression

/// A form whose bytes are ready to go out.
package struct EncodedForm: Sendable {
    /// The form itself.
    package let form: MultipartForm

    /// Where the bytes of the form come from, before they are compressed.
    package let layout: MultipartLayout

    /// The bytes that go out: compressed and spooled if that was asked for.
    package var body: Body

    /// The coding that the body has as a whole; `nil` for none.
    package var coding: ContentCoding?

    /// The bytes without that coding, for a server that refuses it; `nil` if there is none, or if
    /// they can't be read again.
    package var uncodedBody: Body?
}
