/// A type code of four bytes, as chunks, boxes and brands have it.
struct FourCC: RawRepresentable, Hashable, ExpressibleByStringLiteral {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    @inline(__always)
    init(stringLiteral value: StaticString) {
        precondition(value.utf8CodeUnitCount == 4, "a type code has four bytes")
        rawValue = unsafe UInt32(
            bigEndian: UnsafeRawPointer(value.utf8Start).loadUnaligned(as: UInt32.self)
        )
    }
}
