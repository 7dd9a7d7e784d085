import ImageSniffing
import Testing

@Suite struct ImageMetadataMapTests {
    /// An EXIF block with a latitude.
    private static let gpsExif = hex(
        """
        49492A00 08000000 0100 2588 0400 01000000 1A000000 00000000
        0100 0100 0200 02000000 4E000000 00000000
        """
    )

    private static let xmp = latin1("<x:xmpmeta><a exif:GPSLatitude='1,2N'/></x:xmpmeta>")
    private static let plainXMP = latin1("<x:xmpmeta/>")

    @Test func jpeg() throws {
        let exifSegment = segment(0xE1, latin1("Exif\0\0") + Self.gpsExif)
        let xmpSegment = segment(0xE1, latin1("http://ns.adobe.com/xap/1.0/\0") + Self.plainXMP)
        let iccSegment = segment(0xE2, latin1("ICC_PROFILE\0\u{01}\u{01}") + zeros(9))
        let bytes =
            hex("FFD8") + exifSegment + xmpSegment + iccSegment
            + frameHeader(width: 64, height: 48)
        let map = try #require(ImageSniffer().metadata(of: bytes))
        #expect(map.format == .jpeg)
        #expect(map.isComplete)
        #expect(map.hasGPS == true)
        #expect(map.blocks.map(\.kind) == [.exif, .xmp, .icc])
        #expect(map.blocks.map(\.hasGPS) == [true, false, false])
        let ranges = map.blocks.map {
            Array(bytes[Int($0.range.lowerBound)..<Int($0.range.upperBound)])
        }
        #expect(ranges == [exifSegment, xmpSegment, iccSegment])
        let payload = map.blocks[0].payload
        #expect(Array(bytes[Int(payload.lowerBound)..<Int(payload.upperBound)]) == Self.gpsExif)
    }

    @Test func png() throws {
        let text = latin1("XML:com.adobe.xmp\0\0\0\0\0")
        let bytes = ImageSniffingTests.png(
            width: 3,
            height: 2,
            chunk("iCCP", latin1("x\0\0") + zeros(9)),
            chunk("iTXt", text + Self.xmp)
        )
        let withExif = Array(bytes.dropLast(12)) + chunk("eXIf", exif(6)) + chunk("IEND")
        let map = try #require(ImageSniffer().metadata(of: withExif))
        #expect(map.isComplete)
        #expect(map.blocks.map(\.kind) == [.icc, .xmp, .exif])
        #expect(map.blocks.map(\.hasGPS) == [false, true, false])
        #expect(map.blocks[2].range.upperBound == Int64(withExif.count - 12))
        #expect(map.blocks[0].range == 33..<57)
    }

    @Test func webP() throws {
        let chunks =
            riffChunk("VP8X", hex("2C 000000 2B0100 C70000")) + riffChunk("ICCP", zeros(7))
            + riffChunk("VP8 ", zeros(10000)) + riffChunk("EXIF", Self.gpsExif)
            + riffChunk("XMP ", Self.plainXMP)
        let bytes = latin1("RIFF") + little32(chunks.count + 4) + latin1("WEBP") + chunks
        let map = try #require(ImageSniffer().metadata(from: CountingSource(bytes)))
        #expect(map.isComplete)
        #expect(map.blocks.map(\.kind) == [.icc, .exif, .xmp])
        #expect(map.blocks.map(\.hasGPS) == [false, true, false])
        #expect(map.blocks[0].range == 30..<46)
        #expect(map.blocks[0].payload == 38..<45)
    }

    @Test func whatIsHiddenOrMissingIsNotCalledFree() throws {
        let compressed = latin1("XML:com.adobe.xmp\0\u{01}\0\0\0") + zeros(20)
        let bytes = ImageSniffingTests.png(width: 3, height: 2, chunk("iTXt", compressed))
        #expect(ImageSniffer().metadata(of: bytes)?.hasGPS == .some(nil))
        let cut = Array(ImageSniffingTests.png(width: 3, height: 2).dropLast(4))
        let map = try #require(ImageSniffer().metadata(of: Array(cut.prefix(50))))
        #expect(!map.isComplete)
        #expect(map.hasGPS == nil)
    }

    @Test func aPlaceAcrossTwoPiecesOfTheScanIsSeen() {
        for lead in 2030..<2060 {
            let text = zeros(lead) + latin1("exif:GPSLongitude") + zeros(3000)
            let packet = segment(0xE1, latin1("http://ns.adobe.com/xap/1.0/\0") + text)
            let bytes = hex("FFD8") + packet + frameHeader(width: 64, height: 48)
            #expect(ImageSniffer().metadata(from: CountingSource(bytes))?.hasGPS == true)
        }
    }

    @Test func otherFormatsHaveNoMap() {
        let bytes = latin1("qoif") + big32(64) + big32(48) + hex("04 00")
        #expect(ImageSniffer().metadata(of: bytes) == nil)
    }
}
