/// A format of image files that the sniffer knows.
@nonexhaustive
public enum ImageFormat: Sendable, Hashable, CaseIterable {
    // What the web and phones use.
    case png, jpeg, gif, webP, bmp, tiff, heic, heif, heicSequence, heifSequence, avif, jpegXL
    case ico, cur, svg

    // Camera raw files.
    case dng, cr2, cr3, crw, nef, arw, orf, rw2, raf

    // What print, science, games and desktops use.
    case psd, psb, icns, jpeg2000, jpx, jph, jpegLS, jpeg2000Codestream, openEXR, radianceHDR
    case qoi, dds, ktx, ktx2, tga, farbfeld, bpg
    case pbm, pgm, ppm, pam, pfm

    // What is old, but still around.
    case pcx, dcx, sgi, xwd, pict, flic, xbm, xpm, ilbm, mng
}

extension ImageFormat {
    /// The media type: the registered one, or else the one in common use.
    ///
    /// Source: [IANA, image media types](https://www.iana.org/assignments/media-types#image).
    public var mediaType: String { facts.mediaType }

    /// The name of the format, for people.
    public var name: String { facts.name }

    /// The usual extension of file names, without the dot.
    public var fileExtension: String { facts.fileExtension }

    private typealias Facts = (mediaType: String, name: String, fileExtension: String)

    private var facts: Facts {
        switch self {
        case .png: ("image/png", "PNG", "png")
        case .jpeg: ("image/jpeg", "JPEG", "jpg")
        case .gif: ("image/gif", "GIF", "gif")
        case .webP: ("image/webp", "WebP", "webp")
        case .bmp: ("image/bmp", "BMP", "bmp")
        case .tiff: ("image/tiff", "TIFF", "tif")
        case .heic: ("image/heic", "HEIC", "heic")
        case .heif: ("image/heif", "HEIF", "heif")
        case .heicSequence: ("image/heic-sequence", "HEIC sequence", "heics")
        case .heifSequence: ("image/heif-sequence", "HEIF sequence", "heifs")
        case .avif: ("image/avif", "AVIF", "avif")
        case .jpegXL: ("image/jxl", "JPEG XL", "jxl")
        case .ico: ("image/vnd.microsoft.icon", "ICO", "ico")
        case .cur: ("image/x-cursor", "CUR", "cur")
        case .svg: ("image/svg+xml", "SVG", "svg")
        case .dng: ("image/x-adobe-dng", "DNG", "dng")
        case .cr2: ("image/x-canon-cr2", "CR2", "cr2")
        case .cr3: ("image/x-canon-cr3", "CR3", "cr3")
        case .crw: ("image/x-canon-crw", "CRW", "crw")
        case .nef: ("image/x-nikon-nef", "NEF", "nef")
        case .arw: ("image/x-sony-arw", "ARW", "arw")
        case .orf: ("image/x-olympus-orf", "ORF", "orf")
        case .rw2: ("image/x-panasonic-rw2", "RW2", "rw2")
        case .raf: ("image/x-fuji-raf", "RAF", "raf")
        default: lessUsualFacts
        }
    }

    private var lessUsualFacts: Facts {
        switch self {
        case .psd: ("image/vnd.adobe.photoshop", "PSD", "psd")
        case .psb: ("image/vnd.adobe.photoshop", "PSB", "psb")
        case .icns: ("image/x-icns", "ICNS", "icns")
        case .jpeg2000: ("image/jp2", "JPEG 2000", "jp2")
        case .jpx: ("image/jpx", "JPX", "jpx")
        case .jph: ("image/jph", "JPH", "jph")
        case .jpegLS: ("image/jls", "JPEG-LS", "jls")
        case .jpeg2000Codestream: ("image/j2c", "JPEG 2000 codestream", "j2c")
        case .openEXR: ("image/x-exr", "OpenEXR", "exr")
        case .radianceHDR: ("image/vnd.radiance", "Radiance HDR", "hdr")
        case .qoi: ("image/qoi", "QOI", "qoi")
        case .dds: ("image/vnd-ms.dds", "DDS", "dds")
        case .ktx: ("image/ktx", "KTX", "ktx")
        case .ktx2: ("image/ktx2", "KTX2", "ktx2")
        case .tga: ("image/x-tga", "TGA", "tga")
        case .farbfeld: ("image/x-farbfeld", "farbfeld", "ff")
        case .bpg: ("image/bpg", "BPG", "bpg")
        case .pbm: ("image/x-portable-bitmap", "PBM", "pbm")
        case .pgm: ("image/x-portable-graymap", "PGM", "pgm")
        case .ppm: ("image/x-portable-pixmap", "PPM", "ppm")
        case .pam: ("image/x-portable-anymap", "PAM", "pam")
        case .pfm: ("image/x-pfm", "PFM", "pfm")
        case .pcx: ("image/x-pcx", "PCX", "pcx")
        case .dcx: ("image/x-dcx", "DCX", "dcx")
        case .sgi: ("image/sgi", "SGI", "sgi")
        case .xwd: ("image/x-xwindowdump", "XWD", "xwd")
        case .pict: ("image/x-pict", "PICT", "pict")
        case .flic: ("video/x-fli", "FLIC", "fli")
        case .xbm: ("image/x-xbitmap", "XBM", "xbm")
        case .xpm: ("image/x-xpixmap", "XPM", "xpm")
        case .ilbm: ("image/x-ilbm", "ILBM", "iff")
        case .mng: ("video/x-mng", "MNG", "mng")
        default: preconditionFailure("every format is in one of the two lists")
        }
    }
}
