import ImageSniffing
import Testing

/// Files that two formats may claim, one of them with fewer bytes than the other needs.
@Suite struct PrefixMonotonyTests {
    struct Claim: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let format: ImageFormat
    }

    @Test(arguments: claims)
    func anAnswerStaysWhenMoreBytesCome(_ claim: Claim) {
        for byteCount in [nil, Int64(claim.bytes.count)] {
            var found: ImageHeader?
            for count in 0...claim.bytes.count {
                let prefix = Array(claim.bytes.prefix(count))
                let header = ImageSniffer().sniff(prefix, byteCount: byteCount).header
                if let found {
                    #expect(header?.format == found.format, "\(count) bytes")
                    #expect(header?.storedSize == found.storedSize, "\(count) bytes")
                }
                found = found ?? header
            }
            let last = ImageSniffer().sniff(claim.bytes, byteCount: byteCount)
            #expect(last.format == claim.format)
        }
    }

    @Test func aFormatWithoutASignatureWaitsForOneWithIt() {
        let bytes = hex("0000 0200 0100 20 20 00 70 4402 0001 02000000 16000000") + zeros(8)
        // Eighteen bytes are the header of a TGA of 2 by 1 pixels, or the start of a cursor.
        #expect(
            ImageSniffer().sniff(Array(bytes.prefix(18))) == .truncated(nil, needs: 18..<22)
        )
        #expect(ImageSniffer().sniff(bytes).header?.format == .cur)
    }

    @Test func aWholeFileIsNotWaitedFor() {
        let tga = hex("0000 0200 0100 20 20 00 70 4402 0100 0100 18 00") + zeros(3)
        #expect(ImageSniffer().sniff(tga, byteCount: 21).header?.format == .tga)
    }

    /// Three extra samples, the first of which is alpha, stand where a short prefix doesn't reach.
    @Test func aFactThatIsNotThereYetIsUnknown() {
        let bytes =
            hex("49492A00 08000000 0300 0001 0400 01000000 40000000")
            + hex("0101 0300 01000000 30000000 5201 0300 03000000 40000000") + zeros(18)
            + hex("0200 0000 0000")
        #expect(ImageSniffer().sniff(Array(bytes.prefix(50))).header?.hasAlpha == nil)
        #expect(ImageSniffer().sniff(bytes).header?.hasAlpha == true)
    }

    /// A prefix has all bytes at hand, a source only those of its last read.
    @Test func farFactsAreTheSameForASourceAndAPrefix() {
        let bytes =
            hex("49492A00") + little32(6000) + hex("0200 0000 0000") + zeros(5986)
            + hex("0300 0001 0400 01000000 40000000 0101 0300 01000000 30000000")
            + hex("5201 0300 03000000 08000000 00000000")
        let byteCount = Int64(bytes.count)
        let header = ImageSniffer().sniff(bytes, byteCount: byteCount).header
        #expect(header?.storedSize == ImageSize(width: 64, height: 48))
        #expect(header == ImageSniffer().sniff(from: CountingSource(bytes)).header)
    }

    static let claims: [Claim] = [
        Claim(
            testDescription: "TGA or a cursor",
            bytes: hex("0000 0200 0100 20 20 00 70 4402 0001 02000000 16000000") + zeros(8),
            format: .cur
        ),
        Claim(
            testDescription: "TGA or a cursor whose picture is far away",
            bytes: hex("0000 0200 0100 20 20 00 70 4402 0001 02000000 70446569 87636F"),
            format: .cur
        ),
        Claim(
            testDescription: "FLIC or BMP",
            bytes: hex("424D 3600 11AF 0900 4001 C800 0800 28000000")
                + hex("40000000 30000000 0100 1800") + zeros(24),
            format: .bmp
        ),
        Claim(
            testDescription: "TGA or PICT",
            bytes: hex("00 00 02 0000 0000 00 0000 0000 0300 0200 18 20") + zeros(494)
                + hex("1234 0000 0000 0030 0040 0011 02FF 0C00"),
            format: .tga
        ),
    ]
}
