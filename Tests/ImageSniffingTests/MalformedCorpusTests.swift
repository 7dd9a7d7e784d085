import Foundation
import ImageSniffing
import TestSupport
import Testing

@Suite struct MalformedCorpusTests {
    @Test func everyMalformedFileEndsWithinItsBudget() throws {
        guard let corpus = SniffCorpus() else { return }
        var counts: [String: Int] = [:]
        for row in try corpus.rows(of: "MALFORMED.tsv") {
            let path = row["path"]
            let source = CountingSource(try corpus.bytes(of: path))
            var result = SniffResult.unknown(nil)
            let spent = ContinuousClock().measure {
                result = ImageSniffer().sniff(from: source)
            }
            #expect(spent < .milliseconds(5) * slowness, "\(path)")
            #expect(source.readCount <= 64, "\(path)")
            counts[status(of: result), default: 0] += 1
            if let expected = Expectation(in: row["what_it_is"]) {
                #expect(Expectation(result) == expected, "\(path): \(result)")
            }
        }
        print(counts)
    }

    /// The crafted files that have no valid answer, and what each must not be.
    @Test(arguments: [
        "bmp_text_BM.bmp", "empty.png", "gif_endless_subblocks.gif", "gif_zero_screen.gif",
        "heic_ipma_huge_count.heic", "heic_nested_3000.heic", "heic_zero_size_ispe.heic",
        "ico_count_65535.ico", "ico_mpeg_ts_like.bin", "jp2_zero_box.jp2", "jpeg_all_ff.jpg",
        "jpeg_app_len0.jpg", "jpeg_app_len1.jpg", "jpeg_dnl_height0.jpg",
        "jpeg_exif_ifd_loop.jpg", "jpeg_sos_before_sof.jpg", "jxl_2000_empty_boxes.jxl",
        "jxl_box_size_4.jxl", "jxl_largesize_8.jxl", "jxl_largesize_max.jxl",
        "jxl_zero_size_free_box.jxl", "jxl_zero_size_jxlp.jxl", "png_chunk_len_ffffffff.png",
        "png_dim_over_2_31.png", "png_idat_before_ihdr.png", "png_sig_only.png",
        "png_zero_dims.png", "pnm_comment_100k.ppm", "pnm_width_overflow.pgm",
        "riff_wave.webp", "svg_64k_comment_then_root.svg", "svg_entity_bomb.svg",
        "svg_in_html.html", "tiff_ifd_65535_entries.tif", "tiff_ifd_off_past_eof.tif",
        "tiff_ifd_self_loop.tif", "webp_anmf_size_0.webp", "bmp_int_min_height.bmp",
        "one_byte.jpg",
    ])
    func craftedFile(_ name: String) throws {
        guard let corpus = SniffCorpus() else { return }
        let result = try ImageSniffer().sniff(fileAt: corpus.path(of: "malformed/crafted/" + name))
        print("CRAFTED", name, result, status(of: result), result.header?.frameCount ?? -1)
    }

    @Test func disputed() throws {
        guard let corpus = SniffCorpus() else { return }
        for row in try corpus.rows(of: "DISPUTED.tsv") {
            let result = try ImageSniffer().sniff(fileAt: corpus.path(of: row["path"]))
            print("DISPUTED", row["path"], "|", row["majority_mime"], row["majority_dims"], row["dims_answers"], row["orientation_answers"], "|", result.mediaType ?? "-", result, result.header?.orientation?.rawValue ?? 0)
        }
    }
}

/// What a crafted file's note says its right answer is: `[EXPECT valid 64x48 o8 animated 5]`.
private struct Expectation: Equatable {
    var size: String
    var orientation: Int?
    var frameCount: Int?

    init?(in note: String) {
        guard let start = note.range(of: "[EXPECT valid ") else { return nil }
        let words = note[start.upperBound...].prefix { $0 != "]" }.split(separator: " ")
        size = String(words[0])
        orientation = words.first { $0.hasPrefix("o") }.flatMap { Int($0.dropFirst()) }
        if words.contains("animated") { frameCount = words.last.flatMap { Int($0) } }
    }

    init?(_ result: SniffResult) {
        guard let header = result.header, let stored = header.storedSize else { return nil }
        size = "\(stored.width)x\(stored.height)"
        orientation = header.orientation?.rawValue
        frameCount = header.isAnimated == true ? header.frameCount : nil
    }
}

private func status(of result: SniffResult) -> String {
    switch result {
    case .found: "found"
    case .truncated: "truncated"
    case .malformed: "malformed"
    case .unknown: "unknown"
    }
}
