import ImageSniffing

extension Fixture {
    /// Print, science, games, desktops and the past.
    static let others: [Fixture] = [
        Fixture(
            "PSD", .psd, 300, 200, frames: nil, depth: 8,
            latin1("8BPS"), hex("0001 000000000000 0003"), big32(200), big32(300), hex("0008 0003")
        ),
        Fixture(
            "PSB", .psb, 300, 200, frames: nil, depth: 16,
            latin1("8BPS"), hex("0002 000000000000 0003"), big32(200), big32(300), hex("0010 0003")
        ),
        Fixture(
            "ICNS", .icns, 128, 128,
            latin1("icns"), big32(32), latin1("TOC "), big32(8), latin1("icp4"), big32(8),
            latin1("ic07"), big32(8)
        ),
        Fixture(
            "OpenEXR", .openEXR, 320, 101, frames: nil, animated: nil,
            hex("762F3101 02000000"), latin1("displayWindow\0box2i\0"), little32(16), zeros(16),
            latin1("dataWindow\0box2i\0"), little32(16), little32(-10), little32(0),
            little32(309), little32(100)
        ),
        Fixture(
            "Radiance HDR", .radianceHDR, 128, 85,
            latin1("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 85 +X 128\n")
        ),
        Fixture(
            "QOI", .qoi, 64, 48, alpha: true, depth: 8,
            latin1("qoif"), big32(64), big32(48), hex("04 00")
        ),
        Fixture(
            "DDS", .dds, 64, 48,
            latin1("DDS "), little32(124), little32(0x1007), little32(48), little32(64)
        ),
        Fixture(
            "KTX", .ktx, 64, 48,
            hex("AB4B5458 203131BB 0D0A1A0A 01020304"), zeros(20), little32(64), little32(48)
        ),
        Fixture(
            "KTX2", .ktx2, 64, 48,
            hex("AB4B5458 203230BB 0D0A1A0A"), zeros(8), little32(64), little32(48)
        ),
        Fixture(
            "farbfeld", .farbfeld, 64, 48, alpha: true, depth: 16,
            latin1("farbfeld"), big32(64), big32(48)
        ),
        Fixture(
            "BPG", .bpg, 320, 222, frames: nil, alpha: false, depth: 8,
            hex("425047FB 20 00 8240 815E")
        ),
        Fixture("PBM", .pbm, 24, 7, alpha: false, depth: 1, latin1("P4\n# a comment\n24 7\n")),
        Fixture("PGM", .pgm, 24, 7, alpha: false, depth: 4, latin1("P2 24 7 15\n")),
        Fixture("PPM", .ppm, 24, 7, alpha: false, depth: 8, latin1("P6\n24\n7\n255\n")),
        Fixture("PFM", .pfm, 24, 7, alpha: false, depth: 32, latin1("PF\n24 7\n-1.0\n")),
        Fixture(
            "PAM", .pam, 24, 7, alpha: true, depth: 8,
            latin1("P7\nWIDTH 24\nHEIGHT 7\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n")
        ),
        Fixture(
            "TGA", .tga, 3, 2, alpha: true, depth: 8,
            hex("00 00 02 0000 0000 00 0000 0000 0300 0200 20 28"), zeros(24)
        ),
        Fixture(
            "TGA with a palette", .tga, 3, 2, alpha: false, depth: 8,
            hex("00 01 01 0000 0200 18 0000 0000 0300 0200 08 20"), zeros(12)
        ),
        Fixture(
            "PCX", .pcx, 64, 48, alpha: false, depth: 8,
            hex("0A 05 01 08 0000 0000 3F00 2F00"), zeros(52), hex("00 03 4000")
        ),
        Fixture(
            "DCX", .dcx, 64, 48, frames: 1, alpha: false, depth: 1,
            hex("B168DE3A 0C000000 00000000"),
            hex("0A 02 01 01 0000 0000 3F00 2F00"), zeros(52), hex("00 01 4000")
        ),
        Fixture(
            "SGI", .sgi, 64, 48, alpha: true, depth: 8,
            hex("01DA 01 01 0003 0040 0030 0004")
        ),
        Fixture(
            "XWD", .xwd, 64, 48,
            big32(107), big32(7), big32(2), big32(24), big32(64), big32(48)
        ),
        Fixture(
            "PICT", .pict, 64, 48, frames: nil, animated: nil,
            zeros(512), hex("1234 0000 0000 0030 0040 0011 02FF 0C00")
        ),
        Fixture(
            "FLIC", .flic, 320, 200, frames: 9, animated: true, alpha: false,
            little32(1000), hex("11AF"), little16(9), little16(320), little16(200), little16(8)
        ),
        Fixture(
            "XBM", .xbm, 16, 7, alpha: false, depth: 1,
            latin1("#define test_width 16\n#define test_height 7\nstatic")
        ),
        Fixture(
            "XPM", .xpm, 16, 7,
            latin1("/* XPM */\nstatic char *x[] = {\n\"16 7 2 1\",\n")
        ),
        Fixture(
            "ILBM", .ilbm, 320, 200,
            latin1("FORM"), big32(40), latin1("ILBM"), latin1("ANNO"), big32(3), zeros(4),
            latin1("BMHD"), big32(20), big16(320), big16(200)
        ),
        Fixture(
            "MNG", .mng, 64, 48, frames: nil, animated: nil,
            hex("8A4D4E47 0D0A1A0A"), chunk("MHDR", big32(64) + big32(48) + zeros(20))
        ),
    ]
}
