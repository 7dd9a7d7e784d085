/// Radiance HDR: lines of text, an empty one, then the resolution.
///
/// Source: [Radiance picture format](https://radsite.lbl.gov/radiance/refer/filefmts.pdf), "Picture File Format".
enum RadianceHDRFormat {
    private static let byteLimit: Int64 = 4096

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        // The signature's "?" matches any byte.
        guard try reader.uint8(at: 1) == UInt8(ascii: "?") else { throw .mismatch }
        var text = TextScanner(at: 0, byteLimit: byteLimit)
        repeat { try text.skip(past: "\n", &reader) } while try text.peek(&reader) != 0x0A
        _ = try text.next(&reader)
        // Each axis is a sign, a letter and a count; which comes first says how rows run.
        var width: Int64?
        var height: Int64?
        for _ in 0..<2 {
            try text.skipSpace(&reader)
            let sign = try text.next(&reader)
            guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { break }
            switch try text.next(&reader) {
            case UInt8(ascii: "X"): width = try text.takeDecimal(&reader)
            case UInt8(ascii: "Y"): height = try text.takeDecimal(&reader)
            default: break
            }
        }
        guard let width, let height else {
            throw .malformed(reason: "no resolution behind the empty line", offset: text.offset)
        }
        return try .still(.radianceHDR, pixels: width, by: height, at: 0)
    }
}
