package import UploadHTTP

extension Response {
    /// The content, if it is in memory, as text.
    package var text: String? {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
}
