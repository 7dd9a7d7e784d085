import ImageSniffing

extension Fixture {
    /// HEIF, AVIF, JPEG XL and JPEG 2000.
    static let movingAndBoxed: [Fixture] = [
        Fixture(
            "HEIC, turned, with a thumbnail first",
            .heic,
            4032,
            3024,
            orientation: 6,
            alpha: false,
            heif(
                brands: "heicmif1heic",
                properties: ispe(320, 240),
                ispe(4032, 3024),
                box("irot", [3]),
                associations: big32(2) + hex("0002 01 01") + hex("0001 02 02 83")
            )
        ),
        Fixture(
            "HEIC, cropped, then turned",
            .heic,
            138,
            74,
            orientation: 8,
            alpha: false,
            depth: 8,
            aperture: ImageSize(width: 137, height: 73),
            heif(
                brands: "heicmif1",
                properties: ispe(138, 74),
                box(
                    "clap",
                    big32(137),
                    big32(1),
                    big32(73),
                    big32(1),
                    big32(-1),
                    big32(2),
                    big32(-1),
                    big32(2)
                ),
                box("irot", [1]),
                box("pixi", zeros(4), hex("03 08 08 08")),
                associations: big32(1) + hex("0001 04 01 82 83 04")
            )
        ),
        Fixture(
            "HEIF with wide indices",
            .heif,
            64,
            48,
            box("ftyp", latin1("mif1"), zeros(4), latin1("mif1")),
            box(
                "meta",
                zeros(4),
                box("pitm", hex("01000000"), big32(70000)),
                box(
                    "iprp",
                    box("ipco", ispe(64, 48)),
                    box("ipma", hex("01000001"), big32(1), big32(70000), hex("01 8001"))
                )
            )
        ),
        Fixture(
            "HEIC whose grid has no ispe",
            .heic,
            2048,
            1536,
            alpha: false,
            box("ftyp", latin1("heic"), zeros(4), latin1("mif1")),
            box(
                "meta",
                zeros(4),
                box("pitm", zeros(4), big16(5)),
                box(
                    "iinf",
                    zeros(4),
                    big16(1),
                    box("infe", hex("02000000"), big16(5), big16(0), latin1("grid"), [0])
                ),
                box(
                    "iloc",
                    hex("01000000 4400 0001"),
                    big16(5),
                    big16(1),
                    big16(0),
                    big16(1),
                    big32(0),
                    big32(8)
                ),
                box("idat", hex("00 00 01 01"), big16(2048), big16(1536)),
                box(
                    "iprp",
                    box("ipco", box("irot", [0])),
                    box("ipma", zeros(4), big32(1), hex("0005 00"))
                )
            )
        ),
        Fixture(
            "AVIF behind a generic brand, mirrored, with alpha",
            .avif,
            64,
            48,
            orientation: 5,
            alpha: true,
            heif(
                brands: "mif1mif1miafavif",
                properties: ispe(64, 48),
                box("irot", [1]),
                box("imir", [0]),
                box("auxC", zeros(4), latin1("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")),
                associations: big32(2) + hex("0001 03 01 82 83") + hex("0002 02 01 84"),
                references: box("iref", zeros(4), box("auxl", big16(2), big16(1), big16(1)))
            )
        ),
        Fixture(
            "AVIF sequence",
            .avif,
            159,
            160,
            frames: 7,
            animated: true,
            box("ftyp", latin1("avis"), zeros(4), latin1("avismsf1")),
            box(
                "moov",
                box("mvhd", zeros(100)),
                box(
                    "trak",
                    box("tkhd", zeros(84)),
                    box(
                        "mdia",
                        box("hdlr", zeros(8), latin1("pict"), zeros(13)),
                        box(
                            "minf",
                            box(
                                "stbl",
                                box(
                                    "stsd",
                                    zeros(4),
                                    big32(1),
                                    box("av01", zeros(24), big16(159), big16(160), zeros(50))
                                ),
                                box("stsz", zeros(8), big32(7), zeros(28))
                            )
                        )
                    )
                )
            )
        ),
        Fixture(
            "AVIF of the minimised kind",
            .avif,
            256,
            200,
            orientation: 6,
            alpha: true,
            box("ftyp", latin1("mif3avif")),
            // Alpha flag; orientation less one is 5; large dimensions.
            box("mini", hex("04 05 80FF 018E 0000"), zeros(8))
        ),
        Fixture(
            "JPEG XL, bare, all defaults",
            .jpegXL,
            32,
            24,
            alpha: false,
            depth: 8,
            // Small: height 24 in eights, ratio 4:3, all defaults.
            hex("FF0A"),
            [1 | 2 << 1 | (3 & 3) << 6, 0 | 1 << 1]
        ),
        Fixture(
            "JPEG XL in two parts, turned",
            .jpegXL,
            32,
            24,
            orientation: 7,
            alpha: false,
            depth: 8,
            hex("0000000C 4A584C20 0D0A870A"),
            box("ftyp", latin1("jxl \0\0\0\0jxl ")),
            box("Exif", zeros(4), exif(3)),
            box("jxlp", big32(0)),
            box("jxlp", big32(1), hex("FF0A C5")),
            // Not all defaults; extra fields; orientation less one is 6; nothing else; 8 bits.
            box("jxlp", big32(0x8000_0002), hex("34 00 00 00"))
        ),
        Fixture(
            "JPEG XL with a broken box behind its header",
            .jpegXL,
            32,
            24,
            orientation: 7,
            alpha: false,
            depth: 8,
            hex("0000000C 4A584C20 0D0A870A"),
            box("ftyp", latin1("jxl \0\0\0\0jxl ")),
            box("jxlp", big32(0), hex("FF0A C5 34 00 00 00")),
            hex("00000003 6A786C70")
        ),
        Fixture(
            "JP2",
            .jpeg2000,
            64,
            48,
            alpha: false,
            depth: 8,
            hex("0000000C 6A502020 0D0A870A"),
            box("ftyp", latin1("jp2 \0\0\0\0jp2 ")),
            box(
                "jp2h",
                box("ihdr", big32(48), big32(64), hex("0003 07 07 00 00")),
                box("colr", hex("010000 00000010"))
            )
        ),
        Fixture(
            "JPEG 2000 codestream",
            .jpeg2000Codestream,
            60,
            44,
            depth: 12,
            hex("FF4F FF51 002F 0000"),
            big32(64),
            big32(48),
            big32(4),
            big32(4),
            zeros(16),
            hex("0003 0B0101")
        ),
    ]
}
