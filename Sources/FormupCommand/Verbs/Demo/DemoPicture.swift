import BodyStreaming
import ZlibCompression

/// A picture file of the demo.
struct DemoPicture: Sendable {
    /// Where it is.
    let path: LocalPath

    /// Its name.
    let name: String

    /// Its media type.
    let type: String

    /// The size of the file.
    let byteCount: Int

    /// The width and height in pixels.
    let width: Int
    let height: Int

    /// The SHA-256 digest of the file, as hexadecimal digits.
    let sha256: String

    private static let sizes = [
        (640, 480), (320, 240), (1024, 768), (480, 640), (800, 600), (240, 320), (960, 540),
        (512, 512),
    ]

    /// Makes `count` pictures of different sizes in `folder`, by turns JPEG and PNG.
    @concurrent
    static func make(
        _ count: Int,
        in folder: TemporaryFolder
    ) async throws -> [DemoPicture] {
        try await withThrowingTaskGroup(of: (Int, DemoPicture).self) { group in
            for index in 0..<count {
                group.addTask { (index, try DemoPicture(index, in: folder)) }
            }
            var pictures: [(Int, DemoPicture)] = []
            for try await picture in group { pictures.append(picture) }
            return pictures.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private init(_ index: Int, in folder: TemporaryFolder) throws {
        try Task.checkCancellation()
        let lights = Landscape.Light.allCases
        let landscape = Landscape(lights[index % lights.count], seed: index)
        (width, height) = Self.sizes[index % Self.sizes.count]
        let raster = landscape.painted(width: width, height: height)
        let isJPEG = index.isMultiple(of: 2)
        let bytes = isJPEG ? JPEGEncoder.encode(raster) : try PNGEncoder.encode(raster)
        type = isJPEG ? "image/jpeg" : "image/png"
        name = "\(landscape.light.rawValue)-\(index + 1).\(isJPEG ? "jpg" : "png")"
        byteCount = bytes.count
        var digest = SHA256()
        digest.update(bytes.span)
        sha256 = digest.hexadecimalDigest()
        path = try folder.write(bytes, as: name)
    }
}
