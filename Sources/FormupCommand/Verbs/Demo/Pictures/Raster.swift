/// The pixels of a picture: red, green and blue, a byte each, row by row from the top.
package struct Raster: Sendable {
    /// The width in pixels.
    package let width: Int

    /// The height in pixels.
    package let height: Int

    /// Three bytes a pixel.
    package let samples: [UInt8]

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - height: The height in pixels, at least 1.
    ///   - samples: Three bytes a pixel.
    package init(width: Int, height: Int, samples: [UInt8]) {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        precondition(samples.count == width * height * 3, "a pixel has three samples")
        self.width = width
        self.height = height
        self.samples = samples
    }
}
