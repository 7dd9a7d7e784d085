extension ResponseHead {
    /// What a head says of the size of the content behind it.
    package enum ContentLength: Sendable, Hashable {
        /// Nothing: the content ends with a chunk of its own, or with the connection.
        case unknown
        /// The size in bytes.
        case bytes(Int64)
        /// No number, or several: nobody knows where the content ends.
        case invalid
    }

    /// The size that `Content-Length` tells, which has no meaning beside `Transfer-Encoding`.
    ///
    /// Source: RFC 9112, section 6.3, https://www.rfc-editor.org/rfc/rfc9112#section-6.3
    package var contentLength: ContentLength {
        guard !fields.contains("Transfer-Encoding") else { return .unknown }
        let values = fields.values("Content-Length").flatMap {
            $0.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        }
        var length = ContentLength.unknown
        for value in values {
            guard let byteCount = Self.decimalNumber(value) else { return .invalid }
            guard length == .unknown || length == .bytes(byteCount) else { return .invalid }
            length = .bytes(byteCount)
        }
        return length
    }

    /// - Returns: `nil` for anything but digits with spaces around, and for more than an `Int64`.
    private static func decimalNumber(_ text: Substring.UTF8View) -> Int64? {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let digits = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard digits.allSatisfy({ $0.decimalDigit != nil }) else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
    }
}
