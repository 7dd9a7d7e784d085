/// The luminance and the two colour differences of 64 pixels.
///
/// Source: [JFIF 1.02, page 3](https://www.w3.org/Graphics/JPEG/jfif3.pdf).
struct ColorBlock {
    private(set) var components = [DCTBlock](repeating: DCTBlock(), count: 3)

    /// Takes the pixels from a corner on; past the edges the last ones are repeated.
    init(_ raster: Raster, column: Int, row: Int) {
        for y in 0..<8 {
            let start = min(row + y, raster.height - 1) * raster.width
            for x in 0..<8 {
                let index = (start + min(column + x, raster.width - 1)) * 3
                let red = Float(raster.samples[index])
                let green = Float(raster.samples[index + 1])
                let blue = Float(raster.samples[index + 2])
                // Samples of a block lie around 0.
                let luminance = 0.299 * red + 0.587 * green + 0.114 * blue
                components[0].rows[y][x] = luminance - 128
                components[1].rows[y][x] = (blue - luminance) * 0.5643
                components[2].rows[y][x] = (red - luminance) * 0.7133
            }
        }
    }
}
