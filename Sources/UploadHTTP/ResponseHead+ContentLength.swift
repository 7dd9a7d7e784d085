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
        var length = ContentLength.unknown
        for field in fields.fields where HeaderFields.isSame(field.name, "Content-Length") {
            let value = field.value.utf8.span
            var start = 0
            for end in 0...value.count
            where end == value.count || value[end] == UInt8(ascii: ",") {
                guard let byteCount = Self.decimalNumber(value.extracting(start..<end)),
                    length == .unknown || length == .bytes(byteCount)
                else { return .invalid }
                length = .bytes(byteCount)
                start = end + 1
            }
        }
        return length
    }

    /// - Returns: `nil` for anything but digits with spaces around, and for more than an `Int64`.
    private static func decimalNumber(_ text: Span<UInt8>) -> Int64? {
        var digits = text
        while let first = digits.first, isSpace(first) {
            digits = digits.extracting(droppingFirst: 1)
        }
        while let last = digits.last, isSpace(last) {
            digits = digits.extracting(droppingLast: 1)
        }
        guard !digits.isEmpty else { return nil }
        var number: Int64 = 0
        for index in digits.indices {
            guard let digit = digits[index].decimalDigit else { return nil }
            let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeBySum) = tenfold.addingReportingOverflow(Int64(digit))
            guard !isTooLarge, !isTooLargeBySum else { return nil }
            number = sum
        }
        return number
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
