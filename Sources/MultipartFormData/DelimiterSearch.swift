/// Looks for a form's delimiter in a content that arrives in pieces of any size.
struct DelimiterSearch {
    private let pattern: DelimiterPattern

    /// How many bytes of the delimiter the bytes seen so far end with.
    ///
    /// The header ends with a CRLF: a content that starts with the rest of the delimiter is cut
    /// at once.
    private var matchedByteCount = 2

    /// The number of bytes seen.
    private var offset: Int64 = 0

    /// Creates a search at the start of a content.
    init(boundary: Boundary) {
        pattern = DelimiterPattern(boundary)
    }

    /// Takes the next bytes of the content and returns how many bytes stand in front of the first
    /// delimiter that ends in them, or `nil` if none does.
    mutating func next(_ bytes: Span<UInt8>) -> Int64? {
        defer { offset += Int64(bytes.count) }
        let delimiter = pattern.delimiter
        var index = 0
        while index < bytes.count, matchedByteCount > 0 {
            let byte = bytes[index]
            index += 1
            if byte == delimiter[matchedByteCount] {
                matchedByteCount += 1
            } else {
                matchedByteCount = byte == delimiter[0] ? 1 : 0
            }
            if matchedByteCount == delimiter.count {
                matchedByteCount = 0
                return max(offset + Int64(index - delimiter.count), 0)
            }
        }
        guard matchedByteCount == 0 else { return nil }
        if let match = pattern.firstOffset(in: bytes, from: index) { return offset + Int64(match) }
        matchedByteCount = pattern.openByteCount(in: bytes, from: index)
        return nil
    }
}
