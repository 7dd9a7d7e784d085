extension Span<UInt8> {
    /// The first byte.
    var first: UInt8? { isEmpty ? nil : self[0] }

    /// The last byte.
    var last: UInt8? { isEmpty ? nil : self[count - 1] }
}

extension String {
    /// Creates a text of UTF-8; what is none becomes U+FFFD.
    init(decoding bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
