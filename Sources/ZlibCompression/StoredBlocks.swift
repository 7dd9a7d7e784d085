/// DEFLATE blocks that hold bytes as they are, for the price of a copy.
///
/// They start and end at byte boundaries, as compressed blocks do after ``Deflater/Flush/sync``.
/// Source: RFC 1951, section 3.2.4, <https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4>.
enum StoredBlocks {
    /// The most bytes one block can hold.
    static let blockByteCount = 65_535

    /// The bytes before the content of a block.
    static let headerByteCount = 5

    /// `bytes` as a series of blocks; `isLast` marks the last of them as the end of the stream.
    static func encode(_ bytes: Span<UInt8>, isLast: Bool) -> [UInt8] {
        let blockCount = (bytes.count + blockByteCount - 1) / blockByteCount
        return [UInt8](capacity: bytes.count + blockCount * headerByteCount) { output in
            var start = 0
            while start < bytes.count {
                let end = min(start + blockByteCount, bytes.count)
                let length = UInt16(end - start)
                output.append(isLast && end == bytes.count ? 1 : 0)
                for word in [length, ~length] {
                    output.append(UInt8(truncatingIfNeeded: word))
                    output.append(UInt8(truncatingIfNeeded: word >> 8))
                }
                output.append(bytes.extracting(start..<end))
                start = end
            }
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends all `bytes`; there must be room for them.
    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { buffer, initializedCount in
            let free = unsafe UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(buffer)[initializedCount...]
            )
            unsafe bytes.withUnsafeBytes { unsafe free.copyMemory(from: $0) }
            initializedCount += bytes.count
        }
    }
}
