import ImageSniffing
import Testing

/// Files that made other sniffers hang, read out of range, or answer what isn't so.
@Suite struct HostileFileTests {
    private static let jxl = hex("0000000C 4A584C20 0D0A870A")

    @Test(
        arguments: [
            (
                "image-size GHSA-m5qc-5hw7-8vg7, php/php-src#19724: boxes of size 0",
                hex("000000146674797068656963000000006d696631 00000000 6d657461") + zeros(16), .heic
            ),
            (
                "image-size/image-size#439: an ispe of size 0",
                heif(
                    brands: "heicmif1",
                    properties: hex("00000000 69737065 00000000 00000040 00000030"),
                    associations: big32(1) + hex("0001 01 01")
                ), .heic
            ),
            (
                "mattiasw/ExifReader#668, exifast#218: an iloc of 2^32 items without fields",
                hex("000000146674797068656963000000006d69663100000028") + latin1("meta")
                    + hex("00000000 0000001C") + latin1("iloc") + hex("02000000 8880 FFFFFFFF")
                    + zeros(10), .heic
            ),
            (
                "entries of ipma that aren't there",
                heif(brands: "heicmif1", properties: ispe(64, 48), associations: hex("FFFFFFFF")),
                .heic
            ),
            (
                "parts of a codestream that end in its header",
                jxl + box("jxlp", big32(0), hex("FF0A C5"))
                    + box("jxlp", big32(0x8000_0001), hex("00")),
                .jpegXL
            ),
            (
                "a part too short for its number",
                jxl + box("jxlp", big32(0), hex("FF0A")) + box("jxlp", hex("000000")), .jpegXL
            ),
            ("jxlp of size 0", jxl + hex("00000000 6A786C70 80000000"), .jpegXL),
            ("box smaller than its head", jxl + hex("00000004 66726565") + zeros(20), .jpegXL),
            ("64-bit size of 8", jxl + hex("00000001 66726565 0000000000000008"), .jpegXL),
            ("64-bit size of 2^64 - 1", jxl + hex("00000001 66726565 FFFFFFFFFFFFFFFF"), .jpegXL),
            ("64-bit size of 2^63 - 1", jxl + hex("00000001 66726565 7FFFFFFFFFFFFFFF"), .jpegXL),
            (
                "OpenImageIO#5455: a segment shorter than its length",
                hex("FFD8 FFE0 0001 FFC0") + zeros(20), .jpeg
            ),
            ("a scan before the frame", hex("FFD8 FFDA 0008 0101 0000 3F00") + zeros(20), .jpeg),
            ("nothing but fill bytes", hex("FFD8") + [UInt8](repeating: 0xFF, count: 65536), .jpeg),
            (
                "sindresorhus/image-dimensions#20: no IHDR",
                hex("89504E470D0A1A0A") + chunk("IDAT", zeros(13)), .png
            ),
            ("a PNG of no pixels", png(width: 0, height: 0), .png),
            ("a PNG of 2^31 pixels a side", png(width: 1 << 31, height: 1), .png),
            ("a directory of TIFF without fields", hex("49492A00 08000000 0000 00000000"), .tiff),
            (
                "offset of BigTIFF past 2^63",
                hex("49492B00 08000000 FFFFFFFFFFFFFFFF") + zeros(20), .tiff
            ),
            ("a number of PGM past 2^31", latin1("P5 99999999999999999999999 1 255\n"), .pgm),
            (
                "a comment of PPM without end",
                latin1("P6\n#") + [UInt8](repeating: 0x78, count: 100_000), .ppm
            ),
            ("an element of ICNS of no bytes", latin1("icns") + big32(99) + zeros(40), .icns),
        ] as [(String, [UInt8], ImageFormat)]
    )
    func isMalformedOrCut(_ name: String, _ bytes: [UInt8], _ format: ImageFormat) {
        let source = CountingSource(bytes)
        let result = ImageSniffer().sniff(from: source)
        #expect(result.header == nil, "\(name): \(result)")
        #expect(result.format == format, "\(name): \(result)")
        #expect(source.readCount <= 64)
    }

    @Test(arguments: [
        "BMP File Specification\n",  // whatwg/mimesniff#69
        "GIF89a File Specification\n",
        "BM is how it starts, and a text of some length goes on behind it, as texts do.",
        "P1 is the first part of it\n",
        "<html><body><svg width='1' height='1'></svg></body></html>",
        "<?xml version='1.0'?><note>svg</note>",
    ])
    func textIsNoImage(_ text: String) {
        let bytes = latin1(text)
        #expect(ImageSniffer().sniff(bytes, byteCount: Int64(bytes.count)) == .unknown(nil))
        // PICT's fields stand behind 512 bytes; zeros there don't make text a picture.
        for count in [0, 400, 524 - bytes.count, 4000] {
            let source = CountingSource(bytes + zeros(count))
            #expect(ImageSniffer().sniff(from: source) == .unknown(nil), "\(count) zeros")
        }
    }

    /// QwenLM/qwen-code#5336, sindresorhus/file-type#731: not every RIFF file is WebP.
    @Test func otherRIFFIsNotWebP() {
        let wave = latin1("RIFF") + little32(36) + latin1("WAVEfmt ") + zeros(28)
        #expect(ImageSniffer().sniff(wave).mediaType == "audio/wav")
    }

    /// oven-sh/bun#30032, h2non/filetype#163: the specific brand beats the generic one.
    @Test func genericMajorBrandIsAVIFWithItsBrand() {
        let bytes = hex("0000001c667479706d696631000000006d696631617669666d696166")
        #expect(ImageSniffer().sniff(bytes).mediaType == "image/avif")
    }

    /// strukturag/libheif#1857: a last box may go on to the end of the file.
    @Test func metaBoxUpToTheEndOfTheFile() {
        let bytes =
            box("ftyp", latin1("heic\0\0\0\0mif1")) + hex("00000000 6D657461 00000000")
            + box("pitm", zeros(4), big16(1))
            + box(
                "iprp",
                box("ipco", ispe(64, 48)),
                box("ipma", zeros(4), big32(1), hex("0001 01 01"))
            )
        let whole = ImageSniffer().sniff(bytes, byteCount: Int64(bytes.count))
        #expect(whole.header?.storedSize == ImageSize(width: 64, height: 48))
        // Without the file's size, more boxes may follow.
        #expect(ImageSniffer().sniff(bytes).header == nil)
    }

    /// python-pillow/Pillow#9013: a byte of 0 is 256.
    @Test func sideOfZeroInAnIconIs256() {
        let bytes = hex("00000100010000000000010020002800000016000000")
        let header = ImageSniffer().sniff(bytes, byteCount: 22).header
        #expect(header?.storedSize == ImageSize(width: 256, height: 256))
    }

    /// sdsykes/fastimage#96: more bytes are asked for, and never is an answer taken back.
    @Test func jpegWithLongSegmentsAsksForWhatItNeeds() {
        var bytes = hex("FFD8")
        for _ in 0..<3 { bytes += segment(0xE2, zeros(65533)) }
        bytes += frameHeader(width: 640, height: 480)
        let frame = 2 + 3 * 65537 + 9
        for count in [2, 3, 20, 65536, 65540, 196_000, frame - 1, frame, bytes.count] {
            let result = ImageSniffer().sniff(Array(bytes.prefix(count)))
            if count < frame {
                guard case .truncated(_, let needs) = result else {
                    Issue.record("\(count) bytes: \(result)")
                    continue
                }
                #expect(needs.upperBound > count)
            } else {
                #expect(result.header?.storedSize == ImageSize(width: 640, height: 480))
            }
        }
    }

    /// A GIF whose screen is empty is as large as its first frame, which may come later.
    @Test(arguments: ["0000 0000", "0100 0000", "0000 0100"])
    func gifWithAnEmptyScreenWaitsForItsFirstFrame(_ screen: String) {
        let bytes =
            latin1("GIF89a") + hex(screen) + hex("000000 21F904 00000000 00")
            + hex("2C 00000000 4000 3000 00 02 00 3B")
        for count in bytes.indices.dropFirst(14) {
            let result = ImageSniffer().sniff(Array(bytes.prefix(count)))
            if count < 30 {
                guard case .truncated(.gif, _) = result else {
                    Issue.record("\(count) bytes: \(result)")
                    continue
                }
            } else {
                #expect(result.header?.storedSize == ImageSize(width: 64, height: 48))
            }
        }
    }

    /// A codestream is decided before the bytes come in which a box would have its type.
    @Test(arguments: ["moov", "mdat", "ftyp"])
    func bareJPEGXLStaysWhatItIs(_ type: String) {
        let bytes = hex("FF0A C502") + latin1(type) + zeros(20)
        let first = ImageSniffer().sniff(Array(bytes.prefix(6)))
        guard case .found(let header) = first else {
            Issue.record("\(first)")
            return
        }
        #expect(ImageSniffer().sniff(bytes).header?.storedSize == header.storedSize)
    }

    /// golang/image: a chain of directories that comes back to itself.
    @Test func pagesOfACircleAreCountedOnce() {
        let field = hex("0001 0400 01000000 40000000 0101 0400 01000000 30000000")
        let first = hex("49492A00 08000000 0200") + field + little32(38)
        let second = hex("0200") + field + little32(8)
        #expect(ImageSniffer().sniff(first + second).header?.frameCount == 2)
    }
}
