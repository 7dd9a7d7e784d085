#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Looks for a form's delimiter in a content that arrives in pieces of any size.
///
/// A CR stands in the delimiter only at its start. So what doesn't match can't hold another start
/// but its own last byte, one pass needs no memory but how far the delimiter has matched, and
/// `memchr` skips what comes before the next CR.
struct DelimiterSearch {
    private let delimiter: [UInt8]

    /// How many bytes of the delimiter the bytes seen so far end with.
    ///
    /// The header ends with a CRLF: a content that starts with the rest of the delimiter is cut
    /// at once.
    private var matchedByteCount = 2

    /// The number of bytes seen.
    private var offset: Int64 = 0

    /// Creates a search at the start of a content.
    init(boundary: Boundary) {
        delimiter = Array("\r\n--\(boundary.value)".utf8)
    }

    /// Takes the next bytes of the content and returns how many bytes stand in front of the first
    /// delimiter that ends in them, or `nil` if none does.
    mutating func next(_ bytes: Span<UInt8>) -> Int64? {
        var index = 0
        while index < bytes.count {
            if matchedByteCount == 0 {
                guard let start = Self.firstReturn(in: bytes, from: index) else { break }
                index = start
            }
            let byte = bytes[index]
            index += 1
            if byte == delimiter[matchedByteCount] {
                matchedByteCount += 1
                if matchedByteCount == delimiter.count {
                    let start = offset + Int64(index - delimiter.count)
                    matchedByteCount = 0
                    offset += Int64(bytes.count)
                    return max(start, 0)
                }
            } else {
                matchedByteCount = byte == UInt8(ascii: "\r") ? 1 : 0
            }
        }
        offset += Int64(bytes.count)
        return nil
    }

    private static func firstReturn(in bytes: Span<UInt8>, from start: Int) -> Int? {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let found = unsafe memchr(base + start, 0x0D, buffer.count - start)
            return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
        }
    }
}
