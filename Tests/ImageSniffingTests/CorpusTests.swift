import ImageSniffing
import TestSupport
import Testing

@Suite struct CorpusTests {
    /// Rows of EXPECTED.tsv whose orientation of 1 stands where it doesn't count, or where a header
    /// doesn't reach. In all of them the image is shown as stored, which is also what no
    /// orientation means.
    static let orientationOutsideTheHeader: [String: String] = [
        "AOMediaCodec__libavif/tests/data/paris_icc_exif_xmp.avif":
            "EXIF in AVIF is informative (ISO/IEC 23008-12, annex A)",
        "python-pillow__Pillow/Tests/images/avif/exif.avif":
            "EXIF in AVIF is informative (ISO/IEC 23008-12, annex A)",
        "AOMediaCodec__libavif/tests/data/paris_icc_exif_xmp.png":
            "a text chunk of ImageMagick, not the standard's eXIf",
        "AOMediaCodec__libavif/tests/data/paris_icc_exif_xmp_at_end.png":
            "an eXIf chunk behind the pixels",
        "WeTransfer__format_parser/spec/fixtures/WEBP/extended-xmp.webp": "XMP only",
        "ianare__exif-samples/jpg/Canon_DIGITAL_IXUS_400.jpg": "XMP only",
        "haraldk__TwelveMonkeys/imageio/imageio-psd/src/test/resources/psb/"
            + "rgb-multichannel-no-transparency.psb": "an image resource behind the header",
        "haraldk__TwelveMonkeys/imageio/imageio-psd/src/test/resources/psd/buttons.psd":
            "an image resource behind the header",
        "haraldk__TwelveMonkeys/imageio/imageio-psd/src/test/resources/psd/"
            + "rgb-multichannel-no-transparency.psd": "an image resource behind the header",
        "python-pillow__Pillow/Tests/images/negative_top_left_layer.psd":
            "an image resource behind the header",
    ]

    @Test func everyExpectedRowIsRight() throws {
        guard let corpus = SniffCorpus() else { return }
        let rows = try corpus.rows(of: "EXPECTED.tsv")
        var table: [String: (right: Int, all: Int)] = [:]
        let clock = ContinuousClock()
        var spent = Duration.zero
        for row in rows {
            let path = row["path"]
            var result = SniffResult.unknown(nil)
            spent += try clock.measure {
                result = try ImageSniffer().sniff(fileAt: corpus.path(of: path))
            }
            let complaint = Self.complaint(about: result, expected: row)
            table[row["mime"], default: (0, 0)].all += 1
            if complaint == nil { table[row["mime"], default: (0, 0)].right += 1 }
            if let complaint { Issue.record("\(path): \(complaint)") }
        }
        for (type, count) in table.sorted(by: { $0.key < $1.key }) {
            print("\(type): \(count.right) of \(count.all)")
        }
        print("\(rows.count) files in \(spent)")
    }

    private static func complaint(
        about result: SniffResult,
        expected row: SniffCorpus.Row
    ) -> String? {
        guard case .found(let header) = result else { return "\(result)" }
        var complaints: [String] = []
        func check(_ name: String, _ found: String?, _ expected: String) {
            if !expected.isEmpty, found ?? "none" != expected {
                complaints.append("\(name) \(found ?? "none") instead of \(expected)")
            }
        }
        check("type", header.mediaType, row["mime"])
        check("width", header.width.map(String.init), row["width"])
        check("height", header.height.map(String.init), row["height"])
        check("orientation", orientation(of: header, expected: row), row["orientation"])
        if row["orientation"].isEmpty, let orientation = header.orientation {
            // jxlinfo, the only tool that reads it from a codestream, names no orientation of 1.
            if header.format != .jpegXL || orientation != .topLeft {
                complaints.append("orientation \(orientation.rawValue) instead of none")
            }
        }
        check("frames", header.frameCount.map(String.init), row["frames"])
        check("animated", header.isAnimated.map { $0 ? "yes" : "no" }, row["animated"])
        return complaints.isEmpty ? nil : complaints.joined(separator: ", ")
    }

    private static func orientation(
        of header: ImageHeader,
        expected row: SniffCorpus.Row
    ) -> String? {
        if let orientation = header.orientation { return String(orientation.rawValue) }
        return orientationOutsideTheHeader[row["path"]] == nil ? nil : "1"
    }
}
