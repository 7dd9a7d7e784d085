import ImageSniffing
import TestSupport
import Testing

/// Files on which other tools disagree, or which too few of them answer.
@Suite struct DisputedCorpusTests {
    /// Where the answer isn't the majority's, or there is no majority: what it is, and why.
    static let answers: [String: (answer: String, reason: String)] = [
        "Roughsketch__imagesize/tests/images/farbfeld/test.ff":
            ("image/x-farbfeld 32x32", "bytes 8 to 15"),
        "Roughsketch__imagesize/tests/images/ktx2/test.ktx2":
            ("image/ktx2 256x256", "pixelWidth and pixelHeight, bytes 20 to 27"),
        "haraldk__TwelveMonkeys/imageio/imageio-batik/src/test/resources/svg/sizes/w50noview.svg":
            ("image/svg+xml 50x?", "a width alone, without a view box that would give a ratio"),
        "image-rs__image/tests/images/exr/cropping_-_data_window_differs_display_window.exr":
            ("image/x-exr 315x100", "the data window is what is stored"),
        "image-rs__image/tests/images/farbfeld/transparency/acid2.ff":
            ("image/x-farbfeld 2x2", "bytes 8 to 15"),
        "image-size__image-size/specs/images/valid/svg/viewbox-lowercase.svg":
            ("image/svg+xml ?x?", "XML names are case-sensitive: viewbox is not viewBox"),
        "mathiasbynens__small/svg.svg": ("image/svg+xml ?x?", "no size and no view box"),
        "python-pillow__Pillow/Tests/images/hopper_be.pfm":
            ("image/x-pfm 128x128", "PFM is told from PNM by its second byte"),
        "python-pillow__Pillow/Tests/images/negative_size.ppm":
            ("unknown", "no number stands behind P6, so it may be any text"),
        "python-pillow__Pillow/Tests/images/no_cursors.cur":
            ("truncated", "six bytes that could also begin a TGA file"),
        "python-pillow__Pillow/Tests/images/p_8.tga":
            ("unknown", "a palette with entries of 8 bits, which TGA doesn't have"),
        "python-pillow__Pillow/Tests/images/seek_too_large.tif":
            ("malformed image/tiff", "the directory's offset is past 2^63"),
        "sdsykes__fastimage/test/fixtures/a.CRW":
            ("image/x-canon-crw ?x?", "the size is in a heap at the file's end"),
        "sdsykes__fastimage/test/fixtures/test.dng":
            (
                "truncated image/x-adobe-dng",
                "the file is cut before the directory of the sensor's image"
            ),
        "sindresorhus__file-type/fixture/fixture-sony-zv-e10.arw":
            (
                "truncated image/x-sony-arw",
                "the file is cut before the directory of the sensor's image"
            ),
        "sindresorhus__file-type/fixture/fixture.jpx":
            ("truncated image/jpx", "the file is cut after its first boxes"),
        "sindresorhus__file-type/fixture/fixture.ktx":
            ("image/ktx 32x32", "pixelWidth and pixelHeight, bytes 36 to 43"),
        "sindresorhus__file-type/fixture/fixture.nef":
            ("truncated image/tiff", "the file is cut before its first directory"),
        "sindresorhus__file-type/fixture/fixture2.nef":
            ("truncated image/tiff", "the file is cut in its first directory"),
        "sindresorhus__file-type/fixture/fixture3.nef":
            ("truncated image/tiff", "the file is cut in its first directory"),
        "sindresorhus__file-type/fixture/fixture4.nef":
            ("truncated image/tiff", "the file is cut in its first directory"),
        "sindresorhus__file-type/fixture/fixture.orf":
            ("truncated image/x-olympus-orf", "the file is cut in its first directory"),
        "sindresorhus__file-type/fixture/fixture.raf":
            ("image/x-fuji-raf ?x?", "the size depends on the model"),
        "sindresorhus__file-type/fixture/fixture.rw2":
            ("image/x-panasonic-rw2 5184x3888", "the sensor's borders, tags 4 to 7"),
        "strukturag__libheif/logos/sponsors/shopify.svg":
            ("image/svg+xml 110x125", "109.5 x 124.5, halves rounded up"),
        "strukturag__libheif/tests/data/lightning_mini.heif":
            ("image/heic 256x256", "the mini box, which the tools don't know yet"),
        "strukturag__libheif/tests/data/simple_osm_tile_alpha.avif":
            ("image/avif 256x256", "the mini box, which the tools don't know yet"),
        "strukturag__libheif/tests/data/simple_osm_tile_meta.avif":
            ("image/avif 256x256", "the mini box, which the tools don't know yet"),
        "xiaozhuai__imageinfo/images/valid/ktx/sample.ktx":
            ("image/ktx 123x456", "pixelWidth and pixelHeight, bytes 36 to 43"),
    ]

    /// Formats whose type is more exact than what most tools say.
    private static let moreExact: Set<ImageFormat> = [
        .avif,  // the brand is among the compatible ones, behind mif1
        .dng, .jpegLS, .jph,
    ]

    @Test func everyDisputedFileIsAnsweredAsExplained() throws {
        guard let corpus = SniffCorpus() else { return }
        for row in try corpus.rows(of: "DISPUTED.tsv") {
            let path = row["path"]
            let result = try ImageSniffer().sniff(fileAt: corpus.path(of: path))
            if let expected = Self.answers[path] {
                #expect(answer(of: result) == expected.answer, "\(path): \(expected.reason)")
                continue
            }
            guard case .found(let header) = result, let size = header.storedSize else {
                Issue.record("\(path): \(result)")
                continue
            }
            // No other tool knows farbfeld.
            guard header.format != .farbfeld else { continue }
            let text = "\(size.width)x\(size.height)"
            #expect(row["majority_dims"] == text || row["dims_answers"].contains(text), "\(path)")
            if !Self.moreExact.contains(header.format), !row["majority_mime"].isEmpty {
                #expect(row["majority_mime"] == header.mediaType, "\(path)")
            }
        }
    }

    private func answer(of result: SniffResult) -> String {
        switch result {
        case .found(let header):
            let width = header.width.map(String.init) ?? "?"
            let height = header.height.map(String.init) ?? "?"
            return "\(header.mediaType) \(width)x\(height)"
        case .truncated(let format, _):
            return format.map { "truncated \($0.mediaType)" } ?? "truncated"
        case .malformed(let format, _, _):
            return "malformed \(format.mediaType)"
        case .unknown:
            return "unknown"
        }
    }
}
