/// Truevision TGA, which has no signature: the fields of the header must all agree.
///
/// Source: [Truevision TGA 2.0](https://www.dca.fee.unicamp.br/~martino/disciplinas/ia978/tgaffs.pdf), sections 2 and C.2.
enum TGAFormat {
    private static let headerByteCount: Int64 = 18

    static func read(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let identifierByteCount = Int64(try reader.uint8(at: 0))
        let colorMapType = try reader.uint8(at: 1)
        let imageType = try reader.uint8(at: 2)
        guard colorMapType <= 1 else { throw .mismatch }
        switch imageType {
        case 1, 9: guard colorMapType == 1 else { throw .mismatch }
        case 2, 3, 10, 11: break
        default: throw .mismatch
        }
        let mapEntryCount = try reader.uint16(at: 5, .little)
        let mapEntryBitCount = try reader.uint8(at: 7)
        let width = try reader.uint16(at: 12, .little)
        let height = try reader.uint16(at: 14, .little)
        let pixelBitCount = try reader.uint8(at: 16)
        let descriptor = try reader.uint8(at: 17)
        guard width > 0, height > 0,
            isPossible(pixelBitCount, imageType),
            descriptor & 0xC0 == 0, descriptor & 0xF <= 8,
            colorMapType == 0 || [15, 16, 24, 32].contains(mapEntryBitCount),
            colorMapType == 1 || mapEntryBitCount == 0 || mapEntryBitCount >= 15
        else { throw .mismatch }
        let mapByteCount =
            colorMapType == 0 ? 0 : Int64(mapEntryCount) * Int64((mapEntryBitCount + 7) / 8)
        let pixels = headerByteCount + identifierByteCount + mapByteCount
        let leastByteCount = leastPixelByteCount(width, height, pixelBitCount, imageType)
        if let byteCount = reader.byteCount, byteCount < pixels + leastByteCount {
            throw .truncated(
                offset: byteCount,
                count: Int(clamping: pixels + leastByteCount - byteCount)
            )
        }
        var header = ImageHeader(.tga, width: width, height: height)
        header.frameCount = 1
        header.isAnimated = false
        header.hasAlpha = descriptor & 0xF > 0
        header.bitDepth = pixelBitCount >= 24 || pixelBitCount == 8 ? 8 : nil
        return header
    }

    private static func isPossible(_ pixelBitCount: Int, _ imageType: Int) -> Bool {
        switch imageType & 7 {
        case 1, 3: pixelBitCount == 8 || pixelBitCount == 16
        default: [15, 16, 24, 32].contains(pixelBitCount)
        }
    }

    /// What the pixels need at the least: a packet of a run-length code holds 128 of them.
    private static func leastPixelByteCount(
        _ width: Int,
        _ height: Int,
        _ pixelBitCount: Int,
        _ imageType: Int
    ) -> Int64 {
        let bytesPerPixel = Int64((pixelBitCount + 7) / 8)
        let pixelCount = Int64(width) * Int64(height)
        return imageType < 8
            ? pixelCount * bytesPerPixel : (pixelCount + 127) / 128 * (bytesPerPixel + 1)
    }
}
