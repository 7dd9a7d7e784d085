import ImageSniffing
import Testing

@Suite struct ImageOrientationTests {
    /// What `irot` (quarters counter-clockwise) and then `imir` (0: top to bottom, 1: left to
    /// right) come to; `nil` is no such property.
    @Test(
        arguments: [
            (1, nil, 8), (2, nil, 3), (3, nil, 6), (nil, 0, 4), (nil, 1, 2), (1, 0, 5), (1, 1, 7),
            (2, 0, 2), (2, 1, 4), (3, 0, 7), (3, 1, 5), (0, nil, 1),
        ] as [(UInt8?, UInt8?, Int)]
    )
    func turnThenMirror(_ turn: UInt8?, _ mirror: UInt8?, _ orientation: Int) {
        let header = header(turn.map { box("irot", [$0]) }, mirror.map { box("imir", [$0]) })
        #expect(header?.orientation?.rawValue == orientation)
    }

    /// The order of the item's list counts, not the order of kinds.
    @Test(arguments: [(1, 0, 7), (1, 1, 5), (3, 0, 5), (3, 1, 7)] as [(UInt8, UInt8, Int)])
    func mirrorThenTurn(_ turn: UInt8, _ mirror: UInt8, _ orientation: Int) {
        let header = header(box("imir", [mirror]), box("irot", [turn]))
        #expect(header?.orientation?.rawValue == orientation)
    }

    @Test func theLastFourExchangeWidthAndHeight() {
        let swapping = ImageOrientation.allCases.filter(\.swapsAxes)
        #expect(swapping == [.leftTop, .rightTop, .rightBottom, .leftBottom])
    }

    private func header(_ first: [UInt8]?, _ second: [UInt8]?) -> ImageHeader? {
        let transforms = [first, second].compactMap(\.self)
        let indices = (0..<transforms.count).map { UInt8($0 + 2) }
        let bytes = heif(
            brands: "heicmif1",
            properties: ispe(64, 48),
            Array(transforms.joined()),
            associations: big32(1) + big16(1) + [UInt8(transforms.count + 1), 1] + indices
        )
        return ImageSniffer().sniff(bytes).header
    }
}
