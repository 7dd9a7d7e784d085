/// Writes pictures as baseline JPEG, without subsampling.
///
/// The tables are those that the standard gives for luminance, and serve all three components: that
/// costs a few bytes and saves half of the tables.
///
/// Source: [ITU-T T.81](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGEncoder {
    /// How much coarser than this encoder the standard's example quantises.
    private static let fineness = 8

    /// The divisors of the coefficients, row by row.
    private static let divisors = JPEGTables.quantization.map { max($0 / fineness, 1) }

    private static let componentCount = 3

    private var bits = JPEGBitWriter()
    private var previousDC = [Int](repeating: 0, count: componentCount)

    /// The file for `raster`, whose sides have at most 65 535 pixels.
    package static func encode(_ raster: Raster) -> [UInt8] {
        precondition(raster.width <= 65_535 && raster.height <= 65_535, "the size has 16 bits")
        var encoder = JPEGEncoder()
        for row in stride(from: 0, to: raster.height, by: 8) {
            for column in stride(from: 0, to: raster.width, by: 8) {
                let block = ColorBlock(raster, column: column, row: row)
                for component in 0..<componentCount {
                    encoder.append(block.components[component], of: component)
                }
            }
        }
        return head(raster) + encoder.bits.finish() + [0xFF, 0xD9]
    }

    /// The segments before the coefficients.
    private static func head(_ raster: Raster) -> [UInt8] {
        let size = [raster.height, raster.width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let components = (1...UInt8(componentCount))
        return [0xFF, 0xD8]
            + segment(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
            + segment(0xDB, [0] + JPEGTables.zigzag.map { UInt8(divisors[$0]) })
            + segment(0xC0, [8] + size + [3] + components.flatMap { [$0, 0x11, 0] })
            + segment(0xC4, [0x00] + JPEGTables.dc.definition)
            + segment(0xC4, [0x10] + JPEGTables.ac.definition)
            + segment(0xDA, [3] + components.flatMap { [$0, 0x00] } + [0, 63, 0])
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let byteCount = content.count + 2
        return [0xFF, marker, UInt8(byteCount >> 8), UInt8(byteCount & 0xFF)] + content
    }

    /// Source: ITU-T T.81, sections F.1.2.1 and F.1.2.2.
    private mutating func append(_ block: DCTBlock, of component: Int) {
        let coefficients = block.transformed()
        var values = [Int](repeating: 0, count: 64)
        for (place, index) in JPEGTables.zigzag.enumerated() {
            let value = coefficients.rows[index / 8][index % 8] / Float(Self.divisors[index])
            values[place] = Int(value.rounded())
        }
        let difference = values[0] - previousDC[component]
        previousDC[component] = values[0]
        append(difference, after: 0, with: JPEGTables.dc)
        var zeroCount = 0
        for value in values.dropFirst() {
            guard value != 0 else {
                zeroCount += 1
                continue
            }
            while zeroCount > 15 {
                bits.append(JPEGTables.ac.code(of: 0xF0))
                zeroCount -= 16
            }
            append(value, after: zeroCount, with: JPEGTables.ac)
            zeroCount = 0
        }
        if zeroCount > 0 { bits.append(JPEGTables.ac.code(of: 0x00)) }
    }

    /// Appends the number of zeros before `value` and how many bits it has, then those.
    private mutating func append(_ value: Int, after zeroCount: Int, with table: HuffmanTable) {
        let bitCount = Int.bitWidth - abs(value).leadingZeroBitCount
        bits.append(table.code(of: UInt8(zeroCount << 4 | bitCount)))
        // A negative number is written as one less, of which the low bits count.
        let pattern = value < 0 ? value - 1 : value
        bits.append((UInt32(truncatingIfNeeded: pattern), bitCount))
    }
}
