/// What stands around the DEFLATE data of a gzip member.
///
/// Source: RFC 1952, section 2.3, <https://www.rfc-editor.org/rfc/rfc1952#section-2.3>.
enum GzipFraming {
    /// The first two bytes of a member.
    static let magic: [UInt8] = [0x1F, 0x8B]

    /// The code for a file system that isn't told: the bytes are the same on every platform.
    static let unknownOperatingSystem: CInt = 255

    /// A header without time, name, comment and extra field.
    static func header(level: Int) -> [UInt8] {
        let extraFlags: UInt8 =
            switch level {
            case 9: 2
            case 1: 4
            default: 0
            }
        return magic + [8, 0, 0, 0, 0, 0, extraFlags, UInt8(unknownOperatingSystem)]
    }

    /// The CRC-32 of the data and its length modulo 2³², both little-endian.
    static func trailer(crc: UInt32, byteCount: Int64) -> [UInt8] {
        [crc, UInt32(truncatingIfNeeded: byteCount)].flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
    }
}
