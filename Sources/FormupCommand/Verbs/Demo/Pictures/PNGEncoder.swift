package import ZlibCompression

/// Writes pictures as PNG.
///
/// Source: [PNG, Third Edition](https://www.w3.org/TR/png-3/).
package enum PNGEncoder {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Every row is written as its difference from the row above: neighbours are much alike.
    private static let upFilter: UInt8 = 2

    /// The file for `raster`.
    ///
    /// - Throws: ``CompressionError/outOfMemory``.
    package static func encode(_ raster: Raster) throws(CompressionError) -> [UInt8] {
        var header: [UInt8] = []
        header.appendBigEndian(UInt32(raster.width))
        header.appendBigEndian(UInt32(raster.height))
        // Eight bits a sample, colour without alpha, and the only methods that there are.
        header += [8, 2, 0, 0, 0]
        var file = signature
        appendChunk("IHDR", header, to: &file)
        appendChunk("IDAT", try compressed(filtered(raster)), to: &file)
        appendChunk("IEND", [], to: &file)
        return file
    }

    private static func filtered(_ raster: Raster) -> [UInt8] {
        let rowByteCount = raster.width * 3
        let samples = raster.samples.span
        return [UInt8](capacity: (rowByteCount + 1) * raster.height) { output in
            for row in 0..<raster.height {
                output.append(upFilter)
                for index in row * rowByteCount..<(row + 1) * rowByteCount {
                    let above = row > 0 ? samples[index - rowByteCount] : 0
                    output.append(samples[index] &- above)
                }
            }
        }
    }

    private static func compressed(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        var deflater = try Deflater(format: .zlib)
        var result: [UInt8] = []
        var consumed = 0
        var isFinished = false
        while !isFinished {
            result += try [UInt8](capacity: 65_536) { output throws(CompressionError) in
                let rest = bytes.span.extracting(droppingFirst: consumed)
                let progress = try deflater.compress(rest, flush: .finish, into: &output)
                consumed += progress.consumedByteCount
                isFinished = progress.outcome == .finished
            }
        }
        return result
    }

    private static func appendChunk(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let content = Array(type.utf8) + data
        file.appendBigEndian(UInt32(data.count))
        file += content
        // The checksum of gzip's trailer is that of a chunk, too.
        file.appendBigEndian(Checksum(content.span, for: .gzip).value)
    }
}

extension [UInt8] {
    fileprivate mutating func appendBigEndian(_ number: UInt32) {
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
