import ImageSniffing
import Testing

/// How many reads a header costs when what matters is far from the start.
@Suite struct HeaderReadTests {
    @Test(arguments: Fixture.all)
    func smallHeadersCostOneRead(_ fixture: Fixture) {
        let source = CountingSource(fixture.bytes)
        _ = ImageSniffer().sniff(from: source)
        // One more read shows that a file of a few bytes ends.
        #expect(source.readCount == (fixture.bytes.count < 16 ? 2 : 1))
        #expect(source.readByteCount <= 4096)
    }

    /// image-size/image-size#93, thisisgm/flea#90: a scan by bytes or a fixed prefix fails here.
    @Test func jpegBehindTwoMebibytesOfSegments() {
        let filler = segment(0xE2, latin1("ICC_PROFILE\0") + zeros(65521))
        var bytes = hex("FFD8") + segment(0xE1, latin1("Exif\0\0") + exif(6))
        for _ in 0..<32 { bytes += filler }
        bytes += frameHeader(width: 4000, height: 3000)
        let source = CountingSource(bytes)
        let header = ImageSniffer().sniff(from: source).header
        #expect(header?.storedSize == ImageSize(width: 4000, height: 3000))
        #expect(header?.displayedSize == ImageSize(width: 3000, height: 4000))
        #expect(source.readCount == 33)
        #expect(source.readByteCount <= 33 * 512 + 4096)
    }

    /// sindresorhus/file-type#320, wafflebase/wafflebase#856: text before the pixels hides `acTL`.
    @Test func animationBehindAMebibyteOfText() {
        let text = chunk("tEXt", latin1("Comment\0acTL") + zeros(1 << 20))
        let bytes = png(width: 3, height: 2, text, chunk("acTL", big32(4) + big32(0)))
        let source = CountingSource(bytes)
        let header = ImageSniffer().sniff(from: source).header
        #expect(header?.isAnimated == true)
        #expect(header?.frameCount == 4)
        #expect(source.readCount == 2)
    }

    @Test func tiffDirectoryBehindTwoMebibytesOfPixels() {
        let pixels = zeros(2 << 20)
        let bytes =
            hex("49492A00") + little32(8 + pixels.count) + pixels
            + hex("0200 0001 0400 01000000 40000000 0101 0300 01000000 30000000 00000000")
        let source = CountingSource(bytes)
        let header = ImageSniffer().sniff(from: source).header
        #expect(header?.storedSize == ImageSize(width: 64, height: 48))
        #expect(source.readCount == 2)
        #expect(source.readByteCount <= 4096 + 512)
    }

    @Test func metaBoxBehindTheMediaData() {
        let file = heif(
            brands: "heicmif1",
            properties: ispe(64, 48),
            associations: big32(1) + hex("0001 01 01")
        )
        let ftyp = file.prefix(20)
        let bytes = Array(ftyp) + box("mdat", zeros(1 << 20)) + file.dropFirst(20)
        let source = CountingSource(bytes)
        let header = ImageSniffer().sniff(from: source).header
        #expect(header?.storedSize == ImageSize(width: 64, height: 48))
        #expect(source.readCount == 2)
    }

    @Test func webPOrientationBehindTheFrame() {
        let frame = riffChunk("VP8 ", zeros(1 << 20))
        let chunks =
            riffChunk("VP8X", hex("08 000000 2B0100 C70000")) + frame + riffChunk("EXIF", exif(6))
        let bytes = latin1("RIFF") + little32(chunks.count + 4) + latin1("WEBP") + chunks
        let source = CountingSource(bytes)
        #expect(ImageSniffer().sniff(from: source).header?.orientation == .rightTop)
        #expect(source.readCount == 2)
    }

    @Test func aFileThatNeedsMoreThanTheBudgetIsMalformed() {
        var bytes = hex("FFD8")
        for _ in 0..<10 { bytes += segment(0xE2, zeros(60000)) }
        bytes += frameHeader(width: 64, height: 48)
        let source = CountingSource(bytes)
        let result = ImageSniffer(budget: SniffBudget(readCount: 5)).sniff(from: source)
        guard case .malformed(.jpeg, _, _) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(source.readCount == 5)
    }

    @Test func failuresOfTheSourceAreThrown() {
        struct Failure: Error, Equatable {}
        let source = ClosureHeaderSource<Failure> { offset, output throws(Failure) in
            if offset > 0 { throw Failure() }
            for byte in hex("49492A00 00001000") { output.append(byte) }
            while output.freeCapacity > 0 { output.append(0) }
        }
        #expect(throws: Failure()) { try ImageSniffer().sniff(from: source) }
    }
}
