/// Khronos textures, version 1 and 2; a texture of one dimension is one pixel high.
///
/// Source: [KTX 1.0](https://registry.khronos.org/KTX/specs/1.0/ktxspec.v1.html), section 2;
/// [KTX 2.0](https://registry.khronos.org/KTX/specs/2.0/ktxspec.v2.html), section 2.
enum KTXFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let order: ByteOrder
        switch try reader.uint32(at: 12, .big) {
        case 0x0403_0201: order = .big
        case 0x0102_0304: order = .little
        default: throw .malformed(reason: "no mark of a byte order", offset: 12)
        }
        let width = try reader.uint32(at: 36, order)
        let height = try reader.uint32(at: 40, order)
        return try .still(.ktx, pixels: width, by: max(height, 1), at: 36)
    }

    static func readVersion2(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let width = try reader.uint32(at: 20, .little)
        let height = try reader.uint32(at: 24, .little)
        return try .still(.ktx2, pixels: width, by: max(height, 1), at: 20)
    }
}
