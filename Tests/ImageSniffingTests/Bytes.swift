/// Bytes from hexadecimal digits; white space between them is for the reader.
func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The bytes of Latin-1 text.
func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
}

/// Two bytes, most significant first.
func big16(_ value: Int) -> [UInt8] { bytes(value, 2) }

/// Four bytes, most significant first.
func big32(_ value: Int) -> [UInt8] { bytes(value, 4) }

/// Two bytes, least significant first.
func little16(_ value: Int) -> [UInt8] { bytes(value, 2).reversed() }

/// Four bytes, least significant first.
func little32(_ value: Int) -> [UInt8] { bytes(value, 4).reversed() }

private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// `count` zeros.
func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

/// A box of the ISO base media file format.
func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let content = Array(content.joined())
    return big32(content.count + 8) + latin1(type) + content
}

/// A chunk of PNG, with a checksum that nobody looks at.
func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    big32(data.count) + latin1(type) + data + zeros(4)
}

/// A chunk of RIFF.
func riffChunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    latin1(type) + little32(data.count) + data + zeros(data.count & 1)
}

/// A segment of JPEG.
func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big16(data.count + 2) + data
}

/// An EXIF block of the given orientation, from its TIFF header on.
func exif(_ orientation: Int) -> [UInt8] {
    hex("4D4D002A 00000008 0001 0112 0003 00000001") + big16(orientation) + hex("0000 00000000")
}

/// The frame header of a baseline JPEG with three components, and the start of its scan.
func frameHeader(_ marker: UInt8 = 0xC0, width: Int, height: Int) -> [UInt8] {
    segment(marker, [8] + big16(height) + big16(width) + hex("03 012200 021101 031101"))
        + hex("FFDA 000C 03 0100 0211 0311 003F00")
}

/// A whole PNG whose chunks before the pixels are `chunks`.
func png(
    width: Int,
    height: Int,
    depthAndColor: String = "08 02",
    _ chunks: [UInt8]...
) -> [UInt8] {
    hex("89504E47 0D0A1A0A")
        + chunk("IHDR", big32(width) + big32(height) + hex(depthAndColor) + hex("000000"))
        + chunks.joined() + chunk("IDAT", hex("78DA")) + chunk("IEND")
}

/// A HEIF file whose item 1 is primary and has the properties whose indices are `associations`.
func heif(
    brands: String,
    properties: [UInt8]...,
    associations: [UInt8],
    references: [UInt8] = []
) -> [UInt8] {
    let brandBytes = latin1(brands)
    return box("ftyp", Array(brandBytes.prefix(4)), zeros(4), Array(brandBytes.dropFirst(4)))
        + box(
            "meta",
            zeros(4),
            box("hdlr", zeros(8), latin1("pict"), zeros(13)),
            box("pitm", zeros(4), big16(1)),
            references,
            box(
                "iprp",
                box("ipco", Array(properties.joined())),
                box("ipma", zeros(4), associations)
            )
        )
}

/// The `ispe` property.
func ispe(_ width: Int, _ height: Int) -> [UInt8] {
    box("ispe", zeros(4), big32(width), big32(height))
}
