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
            let start = processorTime()
            result = ImageSniffer().sniff(from: source)
            #expect(processorTime() - start < .milliseconds(5) * slowness, "\(path)")
            #expect(source.readCount <= 64, "\(path)")
            counts[status(of: result), default: 0] += 1
            if let expected = Expectation(in: row["what_it_is"]) {
                #expect(Expectation(result) == expected, "\(path): \(result)")
            }
        }
        print(counts)
    }

    /// The crafted files that have no answer of their own in the table, and what is right.
    @Test(arguments: [
        ("bmp_int_min_height.bmp", "found 64x2147483648"), ("bmp_text_BM.bmp", "unknown"),
        ("empty.png", "truncated"), ("gif_endless_subblocks.gif", "found 64x48"),
        ("gif_zero_screen.gif", "found 64x48"), ("heic_ipma_huge_count.heic", "found 64x48"),
        ("heic_nested_3000.heic", "malformed"), ("heic_zero_size_ispe.heic", "malformed"),
        ("ico_count_65535.ico", "unknown"), ("ico_mpeg_ts_like.bin", "unknown"),
        ("jp2_zero_box.jp2", "malformed"), ("jpeg_all_ff.jpg", "malformed"),
        ("jpeg_app_len0.jpg", "malformed"), ("jpeg_app_len1.jpg", "malformed"),
        ("jpeg_dnl_height0.jpg", "found 640x?"), ("jpeg_exif_ifd_loop.jpg", "found 640x480"),
        ("jpeg_sos_before_sof.jpg", "malformed"), ("jxl_2000_empty_boxes.jxl", "malformed"),
        ("jxl_box_size_4.jxl", "malformed"), ("jxl_largesize_8.jxl", "malformed"),
        ("jxl_largesize_max.jxl", "malformed"), ("jxl_zero_size_free_box.jxl", "malformed"),
        ("jxl_zero_size_jxlp.jxl", "found 256x256"), ("one_byte.jpg", "truncated"),
        ("png_chunk_len_ffffffff.png", "found 64x48"), ("png_dim_over_2_31.png", "malformed"),
        ("png_idat_before_ihdr.png", "malformed"), ("png_sig_only.png", "truncated"),
        ("png_zero_dims.png", "malformed"), ("pnm_comment_100k.ppm", "malformed"),
        ("pnm_width_overflow.pgm", "malformed"), ("riff_wave.webp", "unknown"),
        ("svg_64k_comment_then_root.svg", "found 64x48"), ("svg_entity_bomb.svg", "found 64x48"),
        ("svg_in_html.html", "unknown"), ("tiff_ifd_65535_entries.tif", "truncated"),
        ("tiff_ifd_off_past_eof.tif", "truncated"), ("tiff_ifd_self_loop.tif", "found 64x48"),
        ("webp_anmf_size_0.webp", "found 64x48"),
    ])
    func craftedFile(_ name: String, _ expected: String) throws {
        guard let corpus = SniffCorpus() else { return }
        let result = try ImageSniffer().sniff(fileAt: corpus.path(of: "malformed/crafted/" + name))
        var answer = status(of: result)
        if let header = result.header {
            answer += " \(header.width.map(String.init) ?? "?")"
            answer += "x\(header.height.map(String.init) ?? "?")"
        }
        #expect(answer == expected)
    }

    @Test func everyCutOfOneFileOfEachFormatIsTruncatedOrRight() throws {
        guard let corpus = SniffCorpus() else { return }
        var seen: Set<ImageFormat> = []
        for row in try corpus.rows(of: "EXPECTED.tsv") {
            let bytes = try corpus.bytes(of: row["path"])
            guard case .found(let whole) = ImageSniffer().sniff(from: CountingSource(bytes)),
                seen.insert(whole.format).inserted
            else { continue }
            for count in 0..<min(bytes.count, 4096) {
                let cut = bytes.span.extracting(first: count)
                for byteCount in [nil, Int64(count)] {
                    switch ImageSniffer().sniff(prefix: cut, byteCount: byteCount) {
                    case .found(let header) where header.storedSize == whole.storedSize: break
                    case .truncated: break
                    case let answer: Issue.record("\(row["path"]) cut at \(count): \(answer)")
                    }
                }
            }
        }
        print("cut at every length: \(seen.count) formats")
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
