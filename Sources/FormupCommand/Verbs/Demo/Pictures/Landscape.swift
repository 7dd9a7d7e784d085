#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A made-up landscape: a sky with a sun, three ranges of hills, and the grain of a film.
package struct Landscape: Sendable {
    /// The time of day, which gives the colours.
    package enum Light: String, Sendable, CaseIterable {
        /// Before the sun is up.
        case dawn
        /// Around the middle of the day.
        case noon
        /// When the sun goes down.
        case dusk
        /// With a moon.
        case night
    }

    private typealias Color = SIMD3<Float>

    private struct Palette {
        let zenith: Color
        let horizon: Color
        let sun: Color
        let hills: Color
    }

    /// The time of day.
    package let light: Light

    private let seed: Int
    private let palette: Palette

    /// Creates a landscape; `seed` gives its shapes.
    package init(_ light: Light, seed: Int) {
        self.light = light
        self.seed = seed
        palette =
            switch light {
            case .dawn:
                Palette(
                    zenith: [70, 90, 150],
                    horizon: [250, 200, 170],
                    sun: [255, 236, 200],
                    hills: [60, 70, 90]
                )
            case .noon:
                Palette(
                    zenith: [60, 130, 220],
                    horizon: [190, 225, 250],
                    sun: [255, 255, 240],
                    hills: [60, 110, 60]
                )
            case .dusk:
                Palette(
                    zenith: [60, 40, 100],
                    horizon: [250, 130, 70],
                    sun: [255, 210, 110],
                    hills: [50, 30, 50]
                )
            case .night:
                Palette(
                    zenith: [8, 10, 30],
                    horizon: [40, 50, 90],
                    sun: [225, 230, 240],
                    hills: [10, 14, 24]
                )
            }
    }

    /// Paints the landscape.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - height: The height in pixels, at least 1.
    /// - Returns: The same pixels each time.
    package func painted(width: Int, height: Int) -> Raster {
        let ridges = (0..<3).map { range in
            (0..<width).map { ridge(range, at: Float($0) / Float(width)) * Float(height) }
        }
        let sun = SIMD2(Float(width) * (0.25 + 0.5 * fraction(seed)), Float(height) * 0.3)
        let radius = Float(min(width, height)) * 0.08
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height * 3)
        for row in 0..<height {
            let y = Float(row)
            let sky = mix(palette.zenith, palette.horizon, min(y / (Float(height) * 0.65), 1))
            for column in 0..<width {
                var color = sky
                if let range = (0..<3).last(where: { y >= ridges[$0][column] }) {
                    color = mix(palette.horizon, palette.hills, Float(range + 1) / 3)
                } else {
                    let offset = SIMD2(Float(column), y) - sun
                    let distance = (offset * offset).sum().squareRoot() / radius
                    color = mix(sky, palette.sun, distance < 1 ? 1 : 0.8 / (distance * distance))
                }
                color += Float(grain(column, row))
                for channel in 0..<3 { samples.append(UInt8(min(max(color[channel], 0), 255))) }
            }
        }
        return Raster(width: width, height: height, samples: samples)
    }

    /// Where the top of a range of hills is, from 0 at the top to 1 at the bottom.
    private func ridge(_ range: Int, at x: Float) -> Float {
        let phase = fraction(seed * 3 + range) * 6
        let wave =
            sinf(x * Float(5 + range) + phase) + 0.4 * sinf(x * Float(17 - range) + 2 * phase)
        return 0.55 + 0.13 * Float(range) + 0.06 * wave
    }

    private func mix(_ first: Color, _ second: Color, _ share: Float) -> Color {
        first + (second - first) * share
    }

    /// A number from -3 to 4 that looks random.
    private func grain(_ column: Int, _ row: Int) -> Int {
        Int(scrambled(UInt32(truncatingIfNeeded: column &* 73_856_093 ^ row &* 19_349_663)) & 7) - 3
    }

    /// A number from 0 to 1 that looks random.
    private func fraction(_ number: Int) -> Float {
        Float(scrambled(UInt32(truncatingIfNeeded: number)) % 1000) / 1000
    }

    private func scrambled(_ number: UInt32) -> UInt32 {
        var value = number &+ 0x9E37_79B9
        value = (value ^ value >> 16) &* 0x21F0_AAAD
        value = (value ^ value >> 15) &* 0x735A_2D97
        return value ^ value >> 15
    }
}
