/// What stands around the DEFLATE data of the zlib format.
///
/// Source: RFC 1950, section 2.2, <https://www.rfc-editor.org/rfc/rfc1950#section-2.2>.
enum ZlibFraming {
    /// The two bytes before the data: a window of 32 KiB, no dictionary.
    static func header(level: Int) -> [UInt8] {
        let method: UInt8 = 0x78
        let levelFlags: UInt8 =
            switch level {
            case 0, 1: 0
            case 2...5: 1
            case 6: 2
            default: 3
            }
        let flags = levelFlags << 6
        // The last five bits make the header a multiple of 31.
        let remainder = (UInt16(method) << 8 | UInt16(flags)) % 31
        return [method, flags + UInt8((31 - remainder) % 31)]
    }

    /// The Adler-32 of the data, big-endian.
    static func trailer(adler: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: adler >> $0) }
    }

    /// Whether a stream that starts with these bytes is in the zlib format.
    ///
    /// DEFLATE data can't be mistaken for it unless its encoder sets padding bits: the low four
    /// bits 1000 would be a stored block whose padding isn't zero.
    static func isHeader(_ method: UInt8, _ flags: UInt8) -> Bool {
        method & 0x0F == 8 && method >> 4 <= 7
            && (UInt16(method) << 8 | UInt16(flags)).isMultiple(of: 31)
    }
}
