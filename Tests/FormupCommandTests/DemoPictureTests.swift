import FormupCommand
import ImageSniffing
import TestSupport
import Testing
import ZlibCompression

struct DemoPictureTests {
    private static func noise(width: Int, height: Int) -> Raster {
        var generator = SeededGenerator(seed: 7)
        let samples = generator.bytes(width * height * 3)
        return Raster(width: width, height: height, samples: samples)
    }

    @Test func aPNGHoldsThePixels() throws {
        let raster = Self.noise(width: 37, height: 21)
        let file = try PNGEncoder.encode(raster)
        let header = try #require(ImageSniffer().sniff(prefix: file.span).header)
        #expect(header.format == .png)
        #expect(header.width == 37 && header.height == 21 && header.bitDepth == 8)

        // Signature and IHDR take 33 bytes; IDAT has 8 before its data, and IEND 12 in all.
        let data = file[41..<(file.count - 16)]
        var inflater = try Inflater(format: .zlib)
        let rows = try [UInt8](capacity: 21 * (37 * 3 + 1) + 1) { output throws(CompressionError) in
            _ = try inflater.decompress(Array(data).span, into: &output)
        }
        try inflater.finish()
        var samples: [UInt8] = []
        for row in 0..<21 {
            let line = rows[(row * 112)..<((row + 1) * 112)]
            #expect(line.first == 2)
            for (column, value) in line.dropFirst().enumerated() {
                samples.append(row == 0 ? value : value &+ samples[(row - 1) * 111 + column])
            }
        }
        #expect(samples == raster.samples)
    }

    @Test func aSmallPNGHasTheseBytes() throws {
        let file = try PNGEncoder.encode(Raster(width: 1, height: 1, samples: [1, 2, 3]))
        #expect(
            file.prefix(33) == [
                0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
                0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE,
            ]
        )
        #expect(
            file.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        )
    }

    /// The coefficients of a plain block, and then those of nothing but its edges.
    @Test(
        arguments: [
            (128, [0x28, 0xA2, 0xBF]), (255, [0xFD, 0xFC, 0xA2, 0x8A]),
        ] as [(UInt8, [UInt8])]
    )
    func aPlainJPEGHasTheseCoefficients(level: UInt8, expected: [UInt8]) throws {
        let samples = [UInt8](repeating: level, count: 64 * 3)
        let file = JPEGEncoder.encode(Raster(width: 8, height: 8, samples: samples))
        #expect(file.suffix(expected.count + 2) == expected + [0xFF, 0xD9])
    }

    @Test(arguments: [(1, 1), (8, 8), (9, 17), (64, 3)])
    func aJPEGHasItsSizeAndNoStrayMarkers(width: Int, height: Int) throws {
        let file = JPEGEncoder.encode(Self.noise(width: width, height: height))
        let header = try #require(ImageSniffer().sniff(prefix: file.span).header)
        #expect(header.format == .jpeg)
        #expect(header.width == width && header.height == height)
        let scan = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) })
        // The scan's header has 12 bytes behind its marker.
        let coefficients = file[(scan + 14)..<(file.count - 2)]
        for (byte, next) in zip(coefficients, coefficients.dropFirst()) where byte == 0xFF {
            #expect(next == 0)
        }
        #expect(coefficients.last != 0xFF)
    }

    @Test(arguments: Landscape.Light.allCases)
    func landscapesAreTheSameEachTimeAndOfTheirOwn(_ light: Landscape.Light) {
        let first = Landscape(light, seed: 1).painted(width: 32, height: 24)
        let again = Landscape(light, seed: 1).painted(width: 32, height: 24)
        let other = Landscape(light, seed: 2).painted(width: 32, height: 24)
        #expect(first.samples == again.samples)
        #expect(first.samples != other.samples)
    }
}
