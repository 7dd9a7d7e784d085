internal import CZlib

/// The checksum in the trailer of a compressed stream, with the number of bytes it covers.
///
/// Checksums of neighbouring blocks can be made in any order and combined after.
package struct Checksum: Sendable, Hashable {
    let coding: ContentCoding

    /// The CRC-32 of gzip, or the Adler-32 of zlib.
    package private(set) var value: UInt32

    private(set) var byteCount: Int64

    /// The checksum of no bytes.
    init(for coding: ContentCoding) {
        self.coding = coding
        value = coding == .gzip ? 0 : 1
        byteCount = 0
    }

    /// The checksum of `bytes`.
    package init(_ bytes: Span<UInt8>, for coding: ContentCoding) {
        self.init(for: coding)
        byteCount = Int64(bytes.count)
        let start = CUnsignedLong(value)
        let sum = unsafe bytes.withUnsafeBufferPointer { buffer in
            // zlib takes a null pointer as a question for the start value.
            guard let base = buffer.baseAddress else { return start }
            switch coding {
            case .gzip: return unsafe crc32_z(start, base, buffer.count)
            case .deflate: return unsafe adler32_z(start, base, buffer.count)
            }
        }
        value = UInt32(truncatingIfNeeded: sum)
    }

    /// Extends the checksum by that of the bytes that follow.
    mutating func append(_ next: Checksum) {
        let (first, second) = (CUnsignedLong(value), CUnsignedLong(next.value))
        let sum =
            switch coding {
            case .gzip: crc32_combine(first, second, numericCast(next.byteCount))
            case .deflate: adler32_combine(first, second, numericCast(next.byteCount))
            }
        value = UInt32(truncatingIfNeeded: sum)
        byteCount += next.byteCount
    }
}

extension ContentCoding {
    /// What stands before the DEFLATE data.
    func header(level: Int) -> [UInt8] {
        switch self {
        case .gzip: GzipFraming.header(level: level)
        case .deflate: ZlibFraming.header(level: level)
        }
    }

    /// What stands behind the DEFLATE data of bytes with this checksum.
    func trailer(_ checksum: Checksum) -> [UInt8] {
        switch self {
        case .gzip: GzipFraming.trailer(crc: checksum.value, byteCount: checksum.byteCount)
        case .deflate: ZlibFraming.trailer(adler: checksum.value)
        }
    }
}
