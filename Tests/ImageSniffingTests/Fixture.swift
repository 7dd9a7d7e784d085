import ImageSniffing
import Testing

/// A tiny file of one format, header only, and what the sniffer must say of it.
struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let expected: ImageHeader

    var testDescription: String { name }

    init(
        _ name: String,
        _ format: ImageFormat,
        _ width: Int?,
        _ height: Int?,
        orientation: Int? = nil,
        frames: Int? = 1,
        animated: Bool? = false,
        alpha: Bool? = nil,
        depth: Int? = nil,
        aperture: ImageSize? = nil,
        _ bytes: [UInt8]...
    ) {
        self.name = name
        self.bytes = Array(bytes.joined())
        var header = ImageHeader(format, width: width, height: height)
        header.orientation = orientation.flatMap(ImageOrientation.init(rawValue:))
        header.frameCount = frames
        header.isAnimated = animated
        header.hasAlpha = alpha
        header.bitDepth = depth
        header.cleanAperture = aperture
        expected = header
    }

    /// All fixtures.
    static let all: [Fixture] = web + movingAndBoxed + camera + others
}
