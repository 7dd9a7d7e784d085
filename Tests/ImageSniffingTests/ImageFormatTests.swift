import ImageSniffing
import Testing

@Suite struct ImageFormatTests {
    @Test(arguments: ImageFormat.allCases)
    func everyFormatHasATypeANameAndAnExtension(_ format: ImageFormat) {
        let type = format.mediaType.split(separator: "/")
        #expect(type.count == 2)
        #expect(type[0] == "image" || type[0] == "video")
        #expect(!format.name.isEmpty)
        #expect(!format.fileExtension.isEmpty)
    }

    @Test(arguments: [
        (SniffResult.unknown(.pdf), "not an image, but application/pdf"),
        (.unknown(nil), "not an image of a known format"),
        (.truncated(.png, needs: 16..<24), "PNG ends too early: bytes 16 to 23 are needed"),
        (.truncated(nil, needs: 0..<3), "file ends too early: bytes 0 to 2 are needed"),
        (
            .malformed(.jpeg, reason: "segment length is below 2", offset: 4),
            "JPEG is malformed at byte 4: segment length is below 2"
        ),
        (.found(ImageHeader(.qoi, width: 3, height: 2)), "QOI 3x2"),
    ])
    func resultsAreDescribedInOneLine(_ result: SniffResult, _ text: String) {
        #expect(result.description == text)
    }
}
