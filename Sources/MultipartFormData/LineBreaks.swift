/// The line breaks of a form's names and text values.
enum LineBreaks {
    static func isBreak(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
    }

    /// Calls `take` with the bytes of `text`, in which every CR, LF and CRLF has become a CRLF.
    ///
    /// Source: [WHATWG Infra, normalize
    /// newlines](https://infra.spec.whatwg.org/#normalize-newlines), with the CRLF of form data.
    static func forEachNormalized(_ text: some Sequence<UInt8>, _ take: (UInt8) -> Void) {
        var followsReturn = false
        for byte in text {
            let isReturn = byte == UInt8(ascii: "\r")
            if isReturn || byte == UInt8(ascii: "\n") {
                if isReturn || !followsReturn {
                    take(UInt8(ascii: "\r"))
                    take(UInt8(ascii: "\n"))
                }
            } else {
                take(byte)
            }
            followsReturn = isReturn
        }
    }

    /// The number of bytes of `text` with every CR, LF and CRLF as a CRLF.
    static func normalizedByteCount(_ text: some Sequence<UInt8>) -> Int {
        var count = 0
        forEachNormalized(text) { _ in count += 1 }
        return count
    }

    /// `text` with every CR, LF and CRLF as a CRLF.
    static func normalized(_ text: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        forEachNormalized(text) { result.append($0) }
        return result
    }
}
