internal import CCurl
internal import UploadHTTP

extension CurlTransfer {
    /// Keeps an early answer over TLS that the peer resets the connection behind.
    ///
    /// libcurl gives the keys up with the first write that fails. Where TLS is OpenSSL's, such a
    /// write is held back, so that libcurl reads what is there. Over cleartext what is left in a
    /// closed connection is read, see ``SocketTable/Remains``.
    func readBeforeFailing() {
        guard request.url.origin.scheme == .https, let handle else { return }
        let isHTTP2 = configuration.httpVersion == .http2
        _ = unsafe ccurl_read_before_failing(handle.pointer, isHTTP2)
    }
}
