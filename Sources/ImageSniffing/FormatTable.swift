/// The formats in the order in which they are tried: those whose signature proves the most first.
enum FormatTable {
    static let entries: [FormatEntry] = [
        // Signatures of three bytes and more that nothing else begins with.
        FormatEntry("\u{FF}\u{D8}\u{FF}", .jpeg, JPEGFormat.read),
        FormatEntry("\u{89}PNG\r\n\u{1A}\n", .png, PNGFormat.read),
        FormatEntry("GIF87a", .gif, GIFFormat.read),
        FormatEntry("GIF89a", .gif, GIFFormat.read),
        FormatEntry("RIFF????WEBP", .webP, WebPFormat.read),
        FormatEntry("RIFF????WAVE", nil, OtherFormats.wav),
        FormatEntry("RIFF????AVI ", nil, OtherFormats.avi),
        // Before the boxes: as the beginning of a box's size it would be one of 4 GB.
        FormatEntry("\u{FF}\u{0A}", nil, JPEGXLFormat.readCodestream),
        FormatEntry("????ftyp", nil, HEIFFormat.read),
        FormatEntry("II*\0", .tiff, TIFFFormat.readLittleEndian),
        FormatEntry("MM\0*", .tiff, TIFFFormat.readBigEndian),
        FormatEntry("II+\0", .tiff, BigTIFFFormat.readLittleEndian),
        FormatEntry("MM\0+", .tiff, BigTIFFFormat.readBigEndian),
        FormatEntry("\0\0\0\u{0C}JXL \r\n\u{87}\n", .jpegXL, JPEGXLFormat.readContainer),
        FormatEntry("\0\0\0\u{0C}jP  \r\n\u{87}\n", .jpeg2000, JPEG2000Format.readContainer),
        FormatEntry("\u{FF}O\u{FF}Q", .jpeg2000Codestream, JPEG2000Format.readCodestream),
        FormatEntry("8BPS\0\u{01}", .psd, PSDFormat.read),
        FormatEntry("8BPS\0\u{02}", .psb, PSDFormat.read),
        FormatEntry("icns", .icns, ICNSFormat.read),
        FormatEntry("qoif", .qoi, QOIFormat.read),
        FormatEntry("DDS |\0\0\0", .dds, DDSFormat.read),
        FormatEntry("\u{AB}KTX 11\u{BB}\r\n\u{1A}\n", .ktx, KTXFormat.read),
        FormatEntry("\u{AB}KTX 20\u{BB}\r\n\u{1A}\n", .ktx2, KTXFormat.readVersion2),
        FormatEntry("v/1\u{01}", .openEXR, OpenEXRFormat.read),
        FormatEntry("#?RADIANCE", .radianceHDR, RadianceHDRFormat.read),
        FormatEntry("#?RGBE", .radianceHDR, RadianceHDRFormat.read),
        FormatEntry("farbfeld", .farbfeld, FarbfeldFormat.read),
        FormatEntry("\u{B1}h\u{DE}:", .dcx, PCXFormat.readCollection),
        FormatEntry("\u{8A}MNG\r\n\u{1A}\n", .mng, MNGFormat.read),
        FormatEntry("BPG\u{FB}", .bpg, BPGFormat.read),
        FormatEntry("FORM????ILBM", .ilbm, ILBMFormat.read),
        FormatEntry("FORM????PBM ", .ilbm, ILBMFormat.read),
        FormatEntry("/* XPM */", .xpm, XPMFormat.read),
        FormatEntry("IIU\0", .rw2, RawFormats.readRW2),
        FormatEntry("IIRO", .orf, TIFFFormat.readLittleEndian),
        FormatEntry("IIRS", .orf, TIFFFormat.readLittleEndian),
        FormatEntry("MMOR", .orf, TIFFFormat.readBigEndian),
        FormatEntry("II\u{1A}\0\0\0HEAPCCDR", .crw, RawFormats.readCRW),
        FormatEntry("FUJIFILMCCD-RAW ", .raf, RawFormats.readRAF),
        FormatEntry("%PDF-", nil, OtherFormats.pdf),
        FormatEntry("PK\u{03}\u{04}", nil, OtherFormats.zip),
        FormatEntry("PK\u{05}\u{06}", nil, OtherFormats.zip),
        FormatEntry("\u{1F}\u{8B}\u{08}", nil, OtherFormats.gzip),
        FormatEntry("????moov", nil, OtherFormats.quickTime),
        FormatEntry("????mdat", nil, OtherFormats.quickTime),

        // Short signatures: the fields behind them must make sense.
        FormatEntry("BM", nil, BMPFormat.read),
        FormatEntry("(\0\0\0", nil, BMPFormat.readWithoutFileHeader),
        FormatEntry("\0\0\u{01}\0", nil, ICOFormat.read),
        FormatEntry("\0\0\u{02}\0", nil, ICOFormat.read),
        FormatEntry("P", nil, PNMFormat.read),
        FormatEntry("\u{01}\u{DA}", nil, SGIFormat.read),
        FormatEntry("????\u{11}\u{AF}", nil, FLICFormat.read),
        FormatEntry("????\u{12}\u{AF}", nil, FLICFormat.read),
        FormatEntry("????\0\0\0\u{07}", nil, XWDFormat.read),
        FormatEntry("\u{0A}", nil, PCXFormat.read),
        FormatEntry("#define", nil, XBMFormat.read),

        // No signature at all.
        FormatEntry("", nil, SVGFormat.read),
        FormatEntry("", nil, TGAFormat.read),
        // Last, since any bytes may stand in front: what they were found to be would change else.
        FormatEntry("", nil, PICTFormat.read),
    ]

    /// Asks the formats, one after the other, what the file is.
    ///
    /// A format answers only when those before it have said no: where one of them waits for bytes
    /// that may still come, these are what the answer needs.
    static func result(
        of reader: inout HeaderReader
    ) -> (result: SniffResult, failure: (any Error)?) {
        var missing = MissingBytes()
        do {
            let head = try reader.head()
            for entry in entries {
                guard entry.signature.matches(head) else {
                    if head.count < FileHead.capacity,
                        let needed = entry.signature.neededByteCount(after: head)
                    {
                        missing.add(Int64(head.count)..<Int64(needed), &reader)
                    }
                    continue
                }
                reader.format = entry.format
                do {
                    let header = try entry.read(&reader)
                    return (missing.awaited ?? .found(header), nil)
                } catch .mismatch {
                    continue
                } catch .truncated(let offset, let count) where reader.format == nil {
                    // The next formats may be certain where this one is not.
                    missing.add(offset..<offset + Int64(count), &reader)
                } catch .malformed where reader.format == nil {
                    continue
                } catch .overBudget where reader.format == nil {
                    continue
                }
            }
        } catch .sourceFailed(let error) {
            return (.unknown(nil), error)
        } catch {
            return (missing.awaited ?? answer(to: error, of: reader.format), nil)
        }
        return (missing.first.map { .truncated(nil, needs: $0) } ?? .unknown(nil), nil)
    }

    private static func answer(to stop: SniffStop, of format: ImageFormat?) -> SniffResult {
        switch stop {
        case .truncated(let offset, let count):
            return .truncated(format, needs: offset..<offset + Int64(count))
        case .other(let other):
            return .unknown(other)
        case .malformed(let reason, let offset):
            guard let format else { return .unknown(nil) }
            return .malformed(format, reason: reason, offset: offset)
        case .overBudget(let offset):
            guard let format else { return .unknown(nil) }
            let reason = "the header needs more reads or steps than the budget allows"
            return .malformed(format, reason: reason, offset: offset)
        case .mismatch, .sourceFailed:
            return .unknown(nil)
        }
    }
}

extension FormatTable {
    /// The bytes without which formats could not say whether the file is theirs.
    private struct MissingBytes {
        /// What the first of the formats lacked.
        private(set) var first: Range<Int64>?

        /// What the first of them lacked that the file may still have.
        private var firstToCome: Range<Int64>?

        /// The answer as long as those bytes may come.
        var awaited: SniffResult? { firstToCome.map { .truncated(nil, needs: $0) } }

        mutating func add(_ range: Range<Int64>, _ reader: inout HeaderReader) {
            first = first ?? range
            if firstToCome == nil, reader.mayReceive(range) { firstToCome = range }
        }
    }
}
