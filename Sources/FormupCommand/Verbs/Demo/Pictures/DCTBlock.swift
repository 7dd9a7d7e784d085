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
