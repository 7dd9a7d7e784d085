/// The portable bitmaps of Netpbm: PBM, PGM, PPM, PAM and PFM.
///
/// Source: [Netpbm formats](https://netpbm.sourceforge.net/doc/#formats).
enum PNMFormat {
    /// How long a header may be; it has three numbers, and comments.
    private static let byteLimit: Int64 = 4096

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let format: ImageFormat
        switch try reader.uint8(at: 1) {
        case 0x31, 0x34: format = .pbm
        case 0x32, 0x35: format = .pgm
        case 0x33, 0x36: format = .ppm
        case 0x37: format = .pam
        case 0x46, 0x66: format = .pfm
        default: throw .mismatch
        }
        guard TextScanner.isSpace(UInt8(truncatingIfNeeded: try reader.uint8(at: 2))) else {
            throw .mismatch
        }
        var text = TextScanner(at: 2, byteLimit: byteLimit)
        return format == .pam
            ? try readPAM(&text, &reader) : try readFields(of: format, &text, &reader)
    }

    private static func readFields(
        of format: ImageFormat,
        _ text: inout TextScanner,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        // "P1" may begin any text; a comment or a number behind it is what tells.
        try text.skipSpace(&reader)
        let first = try text.peek(&reader)
        guard first == UInt8(ascii: "#") || 0x30...0x39 ~= first else { throw .mismatch }
        reader.format = format
        try skipComments(&text, &reader)
        guard let width = try text.takeDecimal(&reader) else {
            throw .malformed(reason: "no width", offset: text.offset)
        }
        try skipComments(&text, &reader)
        guard let height = try text.takeDecimal(&reader) else {
            throw .malformed(reason: "no height", offset: text.offset)
        }
        var header = try ImageHeader.still(format, pixels: width, by: height, at: 2)
        header.hasAlpha = false
        if format == .pbm { header.bitDepth = 1 }
        if format == .pfm { header.bitDepth = 32 }
        guard format == .pgm || format == .ppm else { return header }
        try reader.readOptionalFacts { reader throws(SniffStop) in
            try skipComments(&text, &reader)
            header.bitDepth = try text.takeDecimal(&reader).flatMap(bitDepth(ofMaximum:))
        }
        return header
    }

    private static func skipComments(
        _ text: inout TextScanner,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        try text.skipSpace(&reader)
        while try text.peek(&reader) == UInt8(ascii: "#") {
            try text.skip(past: "\n", &reader)
            try text.skipSpace(&reader)
        }
    }

    private static func readPAM(
        _ text: inout TextScanner,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        var width: Int64?
        var height: Int64?
        var depth: Int?
        var hasAlpha = false
        while true {
            try skipComments(&text, &reader)
            let start = text.offset
            let name = try text.takeWord(&reader)
            switch name {
            case "WIDTH": width = try text.takeDecimal(&reader)
            case "HEIGHT": height = try text.takeDecimal(&reader)
            case "MAXVAL": depth = try text.takeDecimal(&reader).flatMap(bitDepth(ofMaximum:))
            case "DEPTH": _ = try text.takeDecimal(&reader)
            case "TUPLTYPE":
                try text.skipSpace(&reader)
                hasAlpha = try text.takeWord(&reader).hasSuffix("_ALPHA")
            case "ENDHDR":
                guard let width, let height else {
                    throw .malformed(reason: "no width or no height", offset: start)
                }
                var header = try ImageHeader.still(.pam, pixels: width, by: height, at: 2)
                header.bitDepth = depth
                header.hasAlpha = hasAlpha
                return header
            default:
                throw .mismatch
            }
            reader.format = .pam
        }
    }

    private static func bitDepth(ofMaximum value: Int64) -> Int? {
        value > 0 ? Int64.bitWidth - value.leadingZeroBitCount : nil
    }
}
