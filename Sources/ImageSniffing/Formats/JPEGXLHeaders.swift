/// The headers at the start of a JPEG XL codestream.
///
/// Source: ISO/IEC 18181-1, annex D: SizeHeader, PreviewHeader, AnimationHeader, BitDepth,
/// ImageMetadata and ExtraChannelInfo.
enum JPEGXLHeaders {
    /// Reads a SizeHeader: a height, and a width that may be given as a ratio to it.
    static func size(
        _ bits: inout JPEGXLCodestream
    ) throws(SniffStop) -> (width: Int64, height: Int64) {
        let isSmall = try bits.takeFlag()
        let height = try side(isSmall, &bits)
        let ratio = try bits.take(3)
        guard let width = width(ratio, of: height) else {
            return (try side(isSmall, &bits), height)
        }
        return (width, height)
    }

    private static func side(
        _ isSmall: Bool,
        _ bits: inout JPEGXLCodestream
    ) throws(SniffStop) -> Int64 {
        if isSmall { return (try bits.take(5) + 1) * 8 }
        return try bits.takeChoice((1, 9), (1, 13), (1, 18), (1, 30))
    }

    /// The width at one of the fixed ratios; the product is rounded down, not the quotient.
    private static func width(_ ratio: Int64, of height: Int64) -> Int64? {
        switch ratio {
        case 1: height
        case 2: height * 12 / 10
        case 3: height * 4 / 3
        case 4: height * 3 / 2
        case 5: height * 16 / 9
        case 6: height * 5 / 4
        case 7: height * 2
        default: nil
        }
    }

    /// Reads the ImageMetadata that follows the size.
    static func metadata(
        _ bits: inout JPEGXLCodestream,
        into header: inout ImageHeader
    ) throws(SniffStop) {
        header.isAnimated = false
        header.hasAlpha = false
        header.bitDepth = 8
        guard try !bits.takeFlag() else {
            header.frameCount = 1
            return
        }
        if try bits.takeFlag() {
            header.orientation = ImageOrientation(rawValue: Int(try bits.take(3)) + 1)
            if try bits.takeFlag() { _ = try size(&bits) }
            if try bits.takeFlag() { try skipPreviewHeader(&bits) }
            if try bits.takeFlag() {
                header.isAnimated = true
                try skipAnimationHeader(&bits)
            }
        }
        if header.isAnimated == false { header.frameCount = 1 }
        header.bitDepth = try bitDepth(&bits)
        _ = try bits.takeFlag()  // Whether 16-bit buffers are enough for modular coding.
        let extraChannelCount = try bits.takeChoice((0, 0), (1, 0), (2, 4), (1, 12))
        // The first extra channel decides in practice; the others may be too long to look at.
        if extraChannelCount > 0 {
            header.hasAlpha = try isAlpha(&bits) ? true : extraChannelCount > 1 ? nil : false
        }
    }

    private static func bitDepth(_ bits: inout JPEGXLCodestream) throws(SniffStop) -> Int {
        guard try bits.takeFlag() else {
            return Int(try bits.takeChoice((8, 0), (10, 0), (12, 0), (1, 6)))
        }
        let depth = try bits.takeChoice((32, 0), (16, 0), (24, 0), (1, 6))
        _ = try bits.take(4)  // The bits of the exponent.
        return Int(depth)
    }

    /// Whether an extra channel is alpha, which is what all its defaults mean.
    private static func isAlpha(_ bits: inout JPEGXLCodestream) throws(SniffStop) -> Bool {
        if try bits.takeFlag() { return true }
        return try bits.takeChoice((0, 0), (1, 0), (2, 4), (18, 6)) == 0
    }

    private static func skipPreviewHeader(_ bits: inout JPEGXLCodestream) throws(SniffStop) {
        let isInEights = try bits.takeFlag()
        try skipPreviewSide(isInEights, &bits)
        if try bits.take(3) == 0 { try skipPreviewSide(isInEights, &bits) }
    }

    private static func skipPreviewSide(
        _ isInEights: Bool,
        _ bits: inout JPEGXLCodestream
    ) throws(SniffStop) {
        if isInEights {
            _ = try bits.takeChoice((16, 0), (32, 0), (1, 5), (33, 9))
        } else {
            _ = try bits.takeChoice((1, 6), (65, 8), (321, 10), (1345, 12))
        }
    }

    private static func skipAnimationHeader(_ bits: inout JPEGXLCodestream) throws(SniffStop) {
        _ = try bits.takeChoice((100, 0), (1000, 0), (1, 10), (1, 30))  // Ticks a second,
        _ = try bits.takeChoice((1, 0), (1001, 0), (1, 8), (1, 10))  // divided by this.
        _ = try bits.takeChoice((0, 0), (0, 3), (0, 16), (0, 32))  // Loops.
        _ = try bits.takeFlag()  // Whether frames have time codes.
    }
}
