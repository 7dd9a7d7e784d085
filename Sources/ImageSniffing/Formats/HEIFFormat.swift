/// HEIC, HEIF and AVIF, still and moving; other files that begin with `ftyp` are named.
///
/// The size is that of the primary item: `pitm` names it, `ipma` gives its properties, of which
/// `ispe` is the stored size and `irot`, `imir` and `clap` say how it is shown. An EXIF orientation
/// is ignored: the properties are normative, the metadata is informative.
///
/// An `avif` or `avis` brand anywhere makes a file AVIF, since a generic major brand such as `mif1`
/// says nothing about the coding. Else the major brand, which is the file's "best use", decides.
///
/// Source: ISO/IEC 14496-12, sections 4.3 and 8.11; ISO/IEC 23008-12, sections 6.4, 6.5 and 10.2;
/// [AVIF](https://aomediacodec.github.io/av1-avif/), section 3; ISO/IEC 23000-22, section 7.3.6.7.
enum HEIFFormat {
    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let ftyp = try Box(atTopLevel: 0, &reader)
        let brands = try Brands(of: ftyp, &reader)
        reader.format = brands.format
        guard brands.format != .cr3 else {
            let movie = try firstBox(from: ftyp.end, &reader) { $0 == "moov" }
            return try HEIFSequence.read(movie, .cr3, &reader)
        }
        guard brands.isSequence else {
            let box = try firstBox(from: ftyp.end, &reader) { $0 == "meta" || $0 == "mini" }
            return box.type == "mini"
                ? try MinimizedHEIF.read(box, brands.format, &reader)
                : try HEIFItems.read(box, brands.format, &reader)
        }
        let box = try firstBox(from: ftyp.end, &reader) { $0 == "meta" || $0 == "moov" }
        guard box.type == "meta" else {
            return try HEIFSequence.read(box, brands.format, &reader)
        }
        var header = try HEIFItems.read(box, brands.format, &reader)
        header.frameCount = nil
        header.isAnimated = nil
        try reader.readOptionalFacts { reader throws(SniffStop) in
            let movie = try firstBox(from: box.end, &reader) { $0 == "moov" }
            let track = try HEIFSequence.read(movie, brands.format, &reader)
            header.frameCount = track.frameCount
            header.isAnimated = track.isAnimated
        }
        return header
    }

    /// The first box from `offset` on whose type is wanted, among those that enclose all others.
    private static func firstBox(
        from offset: Int64,
        _ reader: inout HeaderReader,
        where isWanted: (FourCC) -> Bool
    ) throws(SniffStop) -> Box {
        var offset = offset
        while true {
            let box = try Box(atTopLevel: offset, &reader)
            if isWanted(box.type) { return box }
            guard !box.reachesToEnd else {
                throw .malformed(reason: "no image up to the last box", offset: offset)
            }
            offset = box.end
        }
    }
}

extension HEIFFormat {
    /// What the `ftyp` box says.
    struct Brands {
        let format: ImageFormat
        let isSequence: Bool

        init(of ftyp: Box, _ reader: inout HeaderReader) throws(SniffStop) {
            let major = try reader.fourCC(at: ftyp.contentOffset)
            var isAVIF = major == "avif" || major == "avis"
            var isHEIF = false
            var isSequence = major == "avis" || major == "msf1" || major == "hevc"
            var offset = ftyp.contentOffset + 8
            while offset + 4 <= ftyp.end {
                switch try reader.fourCC(at: offset) {
                case "avif": isAVIF = true
                case "avis": (isAVIF, isSequence) = (true, true)
                case "msf1": (isHEIF, isSequence) = (true, true)
                case "mif1", "mif2", "heic", "heix": isHEIF = true
                default: break
                }
                try reader.step(from: offset, to: offset + 4)
                offset += 4
            }
            self.isSequence = isSequence
            if isAVIF {
                format = .avif
                return
            }
            switch major {
            case "heic", "heix": format = .heic
            case "hevc", "hevx": format = .heicSequence
            case "msf1": format = .heifSequence
            case "mif1", "mif2", "miaf", "heim", "heis": format = .heif
            case "mif3":
                // A minimised file has its coding where others have a minor version.
                let coding = try reader.fourCC(at: ftyp.contentOffset + 4)
                format = coding == "avif" ? .avif : coding == "heic" ? .heic : .heif
            case "crx ": format = .cr3
            case "qt  ": throw .other(.quickTime)
            default:
                guard isHEIF else { throw .other(.mp4) }
                format = .heif
            }
        }
    }
}
