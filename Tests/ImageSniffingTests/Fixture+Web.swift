import ImageSniffing

extension Fixture {
    /// PNG, JPEG, GIF, WebP, BMP, ICO and SVG.
    static let web: [Fixture] = [
        Fixture("PNG", .png, 300, 200, alpha: false, depth: 8, png(width: 300, height: 200)),
        Fixture(
            "PNG with alpha and orientation", .png, 3, 2, orientation: 6, alpha: true, depth: 16,
            png(width: 3, height: 2, depthAndColor: "10 06", chunk("eXIf", exif(6)))
        ),
        Fixture(
            "PNG with a transparent colour", .png, 3, 2, alpha: true, depth: 8,
            png(width: 3, height: 2, chunk("tRNS", zeros(6)))
        ),
        Fixture(
            "PNG, animated", .png, 3, 2, frames: 5, animated: true, alpha: false, depth: 8,
            png(width: 3, height: 2, chunk("acTL", big32(5) + big32(0)))
        ),
        Fixture(
            "PNG of Apple's kind", .png, 300, 200, alpha: true, depth: 8,
            hex("89504E47 0D0A1A0A"), chunk("CgBI", hex("50002002")),
            chunk("IHDR", big32(300) + big32(200) + hex("08 06 000000")), chunk("IDAT")
        ),
        Fixture(
            "JPEG", .jpeg, 640, 480, alpha: false, depth: 8,
            hex("FFD8"), segment(0xE0, latin1("JFIF\0") + hex("0102 00 0048 0048 0000")),
            frameHeader(width: 640, height: 480)
        ),
        Fixture(
            "JPEG with orientation", .jpeg, 640, 480, orientation: 8, alpha: false, depth: 8,
            hex("FFD8"), segment(0xE1, latin1("Exif\0\0") + exif(8)),
            frameHeader(0xC2, width: 640, height: 480)
        ),
        Fixture(
            "JPEG-LS", .jpegLS, 64, 48, alpha: false, depth: 8,
            hex("FFD8"), segment(0xF7, hex("08 0030 0040 01 011100")), hex("FFDA")
        ),
        Fixture(
            "GIF", .gif, 64, 48, alpha: false, depth: 8,
            latin1("GIF87a"), hex("4000 3000 00 00 00"),
            hex("2C 00000000 4000 3000 00 02 01 44 00 3B")
        ),
        Fixture(
            "GIF, animated", .gif, 64, 48, frames: 2, animated: true, alpha: true, depth: 8,
            latin1("GIF89a"), hex("4000 3000 80 00 00 000000 FFFFFF"),
            hex("21 F9 04 01 0A00 00 00"), hex("2C 00000000 4000 3000 00 02 01 44 00"),
            hex("21 FE 02 6869 00"), hex("2C 00000000 4000 3000 00 02 02 4401 00 3B")
        ),
        Fixture(
            "WebP, lossy", .webP, 200, 100, alpha: false, depth: 8,
            latin1("RIFF"), little32(22), latin1("WEBP"),
            riffChunk("VP8 ", hex("100000 9D012A C800 6400"))
        ),
        Fixture(
            "WebP, lossless", .webP, 200, 100, alpha: true, depth: 8,
            latin1("RIFF"), little32(17), latin1("WEBP"), latin1("VP8L"), little32(5),
            hex("2F"), little32(199 | 99 << 14 | 1 << 28)
        ),
        Fixture(
            "WebP, animated, with orientation", .webP, 300, 200, orientation: 3, frames: 2,
            animated: true, alpha: true, depth: 8,
            latin1("RIFF"), little32(94), latin1("WEBP"),
            riffChunk("VP8X", hex("1A 000000 2B0100 C70000")),
            riffChunk("ANIM", zeros(6)), riffChunk("ANMF", zeros(4)), riffChunk("ANMF", zeros(3)),
            riffChunk("EXIF", exif(3))
        ),
        Fixture(
            "BMP", .bmp, 64, 48, alpha: false, depth: 8,
            latin1("BM"), little32(54), zeros(4), little32(54), little32(40), little32(64),
            little32(48), little16(1), little16(24), zeros(24)
        ),
        Fixture(
            "BMP, top-down, version 5", .bmp, 100, 300, alpha: true, depth: 8,
            latin1("BM"), little32(138), zeros(4), little32(138), little32(124), little32(100),
            little32(-300), little16(1), little16(32), little32(3), zeros(20),
            hex("0000FF00 00FF0000 FF000000 000000FF"), zeros(72)
        ),
        Fixture(
            "BMP with OS/2's core header", .bmp, 64, 48, alpha: false, depth: 4,
            latin1("BM"), little32(26), zeros(4), little32(26), little32(12), little16(64),
            little16(48), little16(1), little16(4)
        ),
        Fixture(
            "BMP without a file header", .bmp, 64, 48, alpha: false, depth: 8,
            little32(40), little32(64), little32(48), little16(1), little16(24), zeros(24)
        ),
        Fixture(
            "ICO with a PNG of 512 pixels", .ico, 512, 512,
            hex("0000 0100 0200"),
            hex("10 10 00 00 0100 2000"), little32(40), little32(38),
            hex("00 00 00 00 0100 2000"), little32(70), little32(78),
            little32(40), little32(16), little32(32), zeros(28),
            png(width: 512, height: 512)
        ),
        Fixture(
            "CUR", .cur, 32, 32,
            hex("0000 0200 0100"), hex("20 20 00 00 0100 0200"), little32(40), little32(22),
            little32(40), little32(32), little32(64), zeros(28)
        ),
        Fixture(
            "SVG with units", .svg, 96, 48, frames: nil, animated: nil,
            latin1("<?xml version='1.0'?>\n<!-- <svg width='1'> -->\n"),
            latin1("<svg stroke-width='7' width='1in' height=\"36pt\" xmlns='x'>")
        ),
        Fixture(
            "SVG with a view box", .svg, 120, 80, frames: nil, animated: nil,
            latin1("<!DOCTYPE svg [ <!ENTITY a '>'> ]><s:svg viewBox='0,0 120 80.4' width='100%'>")
        ),
    ]
}
