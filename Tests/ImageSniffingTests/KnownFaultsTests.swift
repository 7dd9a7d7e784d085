import ImageSniffing
import Testing

/// Faults that other sniffers had, each with an input that shows it.
@Suite struct KnownFaultsTests {
    /// An input, where its fault was reported, and what is right.
    struct Fault: Sendable, CustomTestStringConvertible {
        let source: String
        let bytes: [UInt8]
        let width: Int?
        let height: Int?
        let orientation: Int?

        var testDescription: String { source }

        init(
            _ source: String,
            _ bytes: [UInt8],
            _ width: Int?,
            _ height: Int?,
            orientation: Int? = nil
        ) {
            self.source = source
            self.bytes = bytes
            self.width = width
            self.height = height
            self.orientation = orientation
        }
    }

    @Test(arguments: jpeg + heif + others)
    func sizeAndOrientation(_ fault: Fault) {
        let header = ImageSniffer().sniff(fault.bytes).header
        #expect(header?.width == fault.width)
        #expect(header?.height == fault.height)
        #expect(header?.orientation?.rawValue == fault.orientation)
    }

    static let jpeg: [Fault] = [
        Fault(
            "AndreRenaud/PDFGen#114, UglyToad/PdfPig#394: the thumbnail's frame header",
            hex(
                """
                ffd8ffe10019457869660000ffd8ffc0000b08007800a001011100ffd9
                ffc0000b080fc00bd001011100ffd9
                """
            ),
            3024,
            4032
        ),
        Fault(
            "nothings/stb#421, LibrePDF/OpenPDF#1247, rjray/image-size#3: fill bytes",
            hex(
                """
                ffd8ffe000104a46494600010100000100010000
                ffffffffc0000b0801e0028001011100ffd9
                """
            ),
            640,
            480
        ),
        Fault(
            "sdsykes/fastimage#102, WeTransfer/format_parser#111: two EXIF blocks, first wins",
            hex("FFD8") + segment(0xE1, latin1("Exif\0\0") + exif(6))
                + segment(0xE1, latin1("Exif\0\0") + exif(1))
                + frameHeader(width: 445, height: 334),
            445,
            334,
            orientation: 6
        ),
        Fault(
            "sdsykes/fastimage#102: orientation behind an XMP segment",
            hex("FFD8") + segment(0xE1, latin1("http://ns.adobe.com/xap/1.0/\0<x/>"))
                + segment(0xE1, latin1("Exif\0\0") + exif(6)) + frameHeader(width: 64, height: 48),
            64,
            48,
            orientation: 6
        ),
        Fault(
            "sdsykes/fastimage#37, WeTransfer/format_parser#76: EXIF's own pixel size",
            hex("FFD8")
                + segment(
                    0xE1,
                    latin1("Exif\0\0")
                        + hex(
                            """
                            4D4D002A 00000008 0002 0112 0003 00000001 00060000
                            A002 0004 00000001 0000270F 00000000
                            """
                        )
                ) + frameHeader(width: 445, height: 334),
            445,
            334,
            orientation: 6
        ),
        Fault(
            "sdsykes/fastimage, measured: an orientation of 9 is none",
            hex("FFD8") + segment(0xE1, latin1("Exif\0\0") + exif(9))
                + frameHeader(width: 64, height: 48),
            64,
            48
        ),
        Fault(
            "golang/go#54997: sampling factors are the decoder's business",
            hex("FFD8") + segment(0xC0, hex("08 0030 0040 03 012200 021100 031200")) + hex("FFDA"),
            64,
            48
        ),
        Fault(
            "a directory of EXIF that points to itself",
            hex("FFD8")
                + segment(
                    0xE1,
                    latin1("Exif\0\0")
                        + hex("49492A00 08000000 0100 6987 0400 01000000 08000000 08000000")
                ) + frameHeader(width: 64, height: 48),
            64,
            48
        ),
        Fault(
            "sdsykes/fastimage and shibukawa/imagesize_py, measured: height 0 is unknown",
            hex("FFD8") + frameHeader(width: 640, height: 0),
            640,
            nil
        ),
    ]

    static let heif: [Fault] = [
        Fault(
            "image-size/image-size#403: the first ispe is a tile's",
            ImageSniffingTests.heif(
                brands: "heicmif1",
                properties: ispe(512, 512),
                ispe(1600, 3232),
                associations: big32(3) + hex("0002 01 01") + hex("0003 01 01") + hex("0001 01 02")
            ),
            1600,
            3232
        ),
        Fault(
            "php/php-src#22491: the primary item behind forty tiles",
            ImageSniffingTests.heif(
                brands: "heicmif1",
                properties: ispe(512, 512),
                ispe(4032, 3024),
                associations: big32(41) + (2...41).flatMap { big16($0) + [1, 1] }
                    + hex("0001 01 02")
            ),
            4032,
            3024
        ),
        Fault(
            "strukturag/libheif#1131: irot listed before ispe",
            ImageSniffingTests.heif(
                brands: "avifmif1",
                properties: ispe(1024, 722),
                box("irot", [1]),
                associations: big32(1) + hex("0001 02 82 01")
            ),
            1024,
            722,
            orientation: 8
        ),
        Fault(
            "sdsykes/fastimage, measured: the thumbnail's irot is not the picture's",
            ImageSniffingTests.heif(
                brands: "heicmif1",
                properties: ispe(320, 240),
                box("irot", [3]),
                ispe(4032, 3024),
                associations: big32(2) + hex("0002 02 01 82") + hex("0001 01 03")
            ),
            4032,
            3024
        ),
        Fault(
            "immich-app/immich#27771: EXIF in HEIC doesn't turn it once more",
            ImageSniffingTests.heif(
                brands: "heicmif1",
                properties: ispe(64, 48),
                box("irot", [3]),
                associations: big32(1) + hex("0001 02 01 82")
            ) + box("mdat", hex("00000006"), latin1("Exif\0\0"), exif(6)),
            64,
            48,
            orientation: 6
        ),
    ]

    static let others: [Fault] = [
        Fault(
            "shibukawa/imagesize_py#60, imgproxy/imgproxy#644: a negative height is top-down",
            latin1("BM") + little32(54) + zeros(4) + little32(54) + little32(40) + little32(100)
                + little32(-300) + little16(1) + little16(24) + zeros(24),
            100,
            300
        ),
        Fault(
            "image-rs/image#1837: a height of Int32.min has no negation",
            latin1("BM") + little32(54) + zeros(4) + little32(54) + little32(40) + little32(64)
                + hex("00000080") + little16(1) + little16(24) + zeros(24),
            64,
            2_147_483_648
        ),
        Fault(
            "shibukawa/imagesize_py#67: VP8X stores sides less one",
            latin1("RIFF") + little32(22) + latin1("WEBP")
                + riffChunk("VP8X", hex("00 000000 FF0200 3F0500")),
            768,
            1344
        ),
        Fault(
            "QwenLM/qwen-code#5291: 25 bytes are enough for VP8L",
            latin1("RIFF") + little32(17) + latin1("WEBPVP8L") + little32(5) + hex("2F")
                + little32(199 | 99 << 14),
            200,
            100
        ),
        Fault(
            "shibukawa/imagesize_py#84: boxes of JP2 in another order",
            hex("0000000C 6A502020 0D0A870A") + box("uuid", zeros(40))
                + box("ftyp", latin1("jp2 \0\0\0\0jp2 "))
                + box("jp2h", box("bpcc", zeros(3)), box("ihdr", big32(48) + big32(64) + zeros(6))),
            64,
            48
        ),
        Fault(
            "libjxl/libjxl#1478: the 64-bit size of a box stands behind its type",
            hex("0000000C 4A584C20 0D0A870A") + hex("00000001 66726565 0000000000000014 00000000")
                + box("jxlc", hex("FF0A C5 02")),
            32,
            24
        ),
        Fault(
            "libjxl/libjxl#4735: parts of a codestream out of order",
            hex("0000000C 4A584C20 0D0A870A") + box("jxlp", big32(0x8000_0001), hex("C5 02"))
                + box("jxlp", big32(0), hex("FF0A")),
            32,
            24
        ),
        Fault(
            "ImageMagick/ImageMagick#834: TGA begins like a cursor",
            hex("00 00 02 0000 0000 00 0000 0000 0300 0200 18 20") + zeros(18),
            3,
            2
        ),
        Fault(
            "nodeca/probe-image-size#33, image-size/image-size#162: stroke-width is no width",
            latin1("<svg stroke-width=\"2\" width=\"64\" height=\"48\">"),
            64,
            48
        ),
        Fault(
            "a text chunk that holds acTL, and an acTL behind the pixels",
            png(width: 64, height: 48, chunk("tEXt", latin1("x\0acTL\0\0\0\u{05}")))
                + chunk("acTL", big32(5) + big32(0)),
            64,
            48
        ),
        Fault(
            "sindresorhus/file-type#391: a chunk of 4 GiB behind IHDR",
            png(width: 64, height: 48).prefix(33) + hex("FFFFFFFF 74455874") + zeros(20),
            64,
            48
        ),
    ]
}
