import ImageSniffing

extension Fixture {
    /// TIFF, BigTIFF and the raw files of cameras.
    static let camera: [Fixture] = [
        Fixture(
            "TIFF, little-endian, two pages",
            .tiff,
            64,
            48,
            orientation: 6,
            frames: 2,
            alpha: true,
            depth: 8,
            hex("49492A00 08000000 0500"),
            hex("0001 0400 01000000 40000000"),
            hex("0101 0300 01000000 30000000"),
            hex("0201 0300 01000000 08000000"),
            hex("1201 0300 01000000 06000000"),
            hex("5201 0300 01000000 02000000"),
            little32(74),
            hex("0100 0001 0400 01000000 01000000 00000000")
        ),
        Fixture(
            "TIFF, big-endian",
            .tiff,
            64,
            48,
            alpha: false,
            depth: 16,
            hex("4D4D002A 00000008 0003"),
            hex("0100 0003 00000001 0040 0000"),
            hex("0101 0003 00000001 0030 0000"),
            hex("0102 0003 00000003 00000032"),
            hex("00000000"),
            hex("0010 0010 0010 0000")
        ),
        Fixture(
            "BigTIFF",
            .tiff,
            64,
            48,
            alpha: false,
            hex("49492B00 0800 0000 1000000000000000 0200000000000000"),
            hex("0001 0400 0100000000000000 4000000000000000"),
            hex("0101 1000 0100000000000000 3000000000000000"),
            zeros(8)
        ),
        Fixture(
            "DNG",
            .dng,
            6000,
            4000,
            orientation: 8,
            frames: nil,
            alpha: false,
            hex("49492A00 08000000 0600"),
            hex("FE00 0400 01000000 01000000"),
            hex("0001 0400 01000000 00010000"),
            hex("0101 0400 01000000 AB000000"),
            hex("1201 0300 01000000 08000000"),
            hex("4A01 0400 01000000 56000000"),
            hex("12C6 0100 04000000 01040000"),
            zeros(4),
            hex("0300"),
            hex("FE00 0400 01000000 00000000"),
            hex("0001 0400 01000000 70170000"),
            hex("0101 0400 01000000 A00F0000"),
            zeros(4)
        ),
        Fixture(
            "NEF",
            .nef,
            4928,
            3280,
            frames: nil,
            alpha: false,
            hex("4D4D002A 00000008 0003"),
            hex("00FE 0004 00000001 00000001"),
            hex("010F 0002 0000000A 00000032"),
            hex("014A 0004 00000001 0000003C"),
            hex("00000000"),
            latin1("NIKON COR\0"),
            hex("0003"),
            hex("00FE 0004 00000001 00000000"),
            hex("0100 0004 00000001 00001340"),
            hex("0101 0004 00000001 00000CD0"),
            zeros(4)
        ),
        Fixture(
            "ARW",
            .arw,
            6048,
            4024,
            frames: nil,
            alpha: false,
            hex("49492A00 08000000 0300"),
            hex("FE00 0400 01000000 01000000"),
            hex("0F01 0200 05000000 32000000"),
            hex("4A01 0400 01000000 38000000"),
            zeros(4),
            latin1("SONY\0\0"),
            hex("0200"),
            hex("0001 0400 01000000 A0170000"),
            hex("0101 0400 01000000 B80F0000"),
            zeros(4)
        ),
        Fixture(
            "CR2",
            .cr2,
            1536,
            1024,
            frames: nil,
            alpha: false,
            hex("49492A00 10000000 4352 0200 00000000 0200"),
            hex("0001 0300 01000000 00060000"),
            hex("0101 0300 01000000 00040000"),
            zeros(4)
        ),
        Fixture(
            "ORF",
            .orf,
            64,
            48,
            frames: nil,
            alpha: false,
            hex("4949524F 08000000 0200"),
            hex("0001 0300 01000000 40000000"),
            hex("0101 0300 01000000 30000000"),
            zeros(4)
        ),
        Fixture(
            "RW2",
            .rw2,
            5184,
            3888,
            frames: nil,
            animated: nil,
            hex("49495500 08000000 0500"),
            hex("0100 0700 04000000 30333130"),
            hex("0400 0300 01000000 04000000"),
            hex("0500 0300 01000000 08000000"),
            hex("0600 0300 01000000 340F0000"),
            hex("0700 0300 01000000 48140000")
        ),
        Fixture(
            "CR3",
            .cr3,
            6720,
            4480,
            frames: 1,
            box("ftyp", latin1("crx "), big32(1), latin1("crx isom")),
            box(
                "moov",
                box(
                    "trak",
                    box(
                        "mdia",
                        box("hdlr", zeros(8), latin1("vide"), zeros(13)),
                        box(
                            "minf",
                            box(
                                "stbl",
                                box(
                                    "stsd",
                                    zeros(4),
                                    big32(1),
                                    box("CRAW", zeros(24), big16(6720), big16(4480), zeros(50))
                                ),
                                box("stsz", zeros(4), big32(9), big32(1))
                            )
                        )
                    )
                )
            )
        ),
        Fixture(
            "CRW",
            .crw,
            nil,
            nil,
            frames: nil,
            animated: nil,
            hex("49491A000000"),
            latin1("HEAPCCDR"),
            zeros(12)
        ),
        Fixture(
            "RAF",
            .raf,
            nil,
            nil,
            frames: nil,
            animated: nil,
            latin1("FUJIFILMCCD-RAW 0201")
        ),
    ]
}
