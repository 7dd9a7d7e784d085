/// Collects the bits of coefficients; a byte of ones gets a zero byte behind it, so that it isn't
/// taken for a marker.
///
/// Source: [ITU-T T.81, section F.1.2.3](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
struct JPEGBitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount = 0

    /// Appends the low `bitCount` bits of `bits`, at most 16.
    mutating func append(_ code: (bits: UInt32, bitCount: Int)) {
        pending = pending << UInt32(code.bitCount) | code.bits & (1 << UInt32(code.bitCount) - 1)
        pendingCount += code.bitCount
        while pendingCount >= 8 {
            pendingCount -= 8
            let byte = UInt8(truncatingIfNeeded: pending >> UInt32(pendingCount))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
    }

    /// The bytes; the last is filled up with ones.
    consuming func finish() -> [UInt8] {
        if pendingCount > 0 { append((0xFF, 8 - pendingCount)) }
        return bytes
    }
}
