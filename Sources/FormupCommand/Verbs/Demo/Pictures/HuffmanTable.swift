/// The codes of a Huffman table of JPEG.
///
/// Source: [ITU-T T.81, annex C](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
struct HuffmanTable: Sendable {
    /// The table as a file defines it: how many codes have each length, and their symbols.
    let definition: [UInt8]

    private let codes: [(bits: UInt32, bitCount: Int)]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - counts: How many codes have 1 to 16 bits.
    ///   - symbols: What the codes stand for, from the first to the last.
    init(counts: [UInt8], symbols: [UInt8]) {
        definition = counts + symbols
        var codes = [(bits: UInt32, bitCount: Int)](repeating: (0, 0), count: 256)
        var rest = symbols[...]
        var code: UInt32 = 0
        for (index, count) in counts.enumerated() {
            for symbol in rest.prefix(Int(count)) {
                codes[Int(symbol)] = (code, index + 1)
                code += 1
            }
            rest = rest.dropFirst(Int(count))
            code <<= 1
        }
        self.codes = codes
    }

    /// The code of a symbol that is in the table.
    func code(of symbol: UInt8) -> (bits: UInt32, bitCount: Int) {
        codes[Int(symbol)]
    }
}
