#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Eight rows of eight samples, or of the coefficients that stand for them.
struct DCTBlock {
    var rows = [SIMD8<Float>](repeating: .zero, count: 8)

    /// The coefficients of the forward cosine transform in two dimensions.
    ///
    /// Source: [ITU-T T.81, section A.3.3](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
    func transformed() -> DCTBlock {
        columnsTransformed().transposed().columnsTransformed().transposed()
    }

    private func columnsTransformed() -> DCTBlock {
        var result = DCTBlock()
        for frequency in 0..<8 {
            var sum = SIMD8<Float>.zero
            for row in 0..<8 { sum += rows[row] * Self.weights[frequency * 8 + row] }
            result.rows[frequency] = sum
        }
        return result
    }

    private func transposed() -> DCTBlock {
        var result = DCTBlock()
        for row in 0..<8 {
            for column in 0..<8 { result.rows[row][column] = rows[column][row] }
        }
        return result
    }

    /// What each row counts for at each frequency.
    private static let weights: [Float] = (0..<64).map { index in
        let (frequency, row) = (index / 8, index % 8)
        let scale = frequency == 0 ? Float(0.5).squareRoot() / 2 : 0.5
        return scale * cosf(Float((2 * row + 1) * frequency) * .pi / 16)
    }
}

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
