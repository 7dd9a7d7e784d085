#if os(Linux)
import Foundation
import Testing
import ZlibCompression

/// Compressors and decompressors that are made and given up half-way, ten thousand times.
@Suite struct CodingLifetimeTests {
    @Test func nothingIsLeftOfCompressors() throws {
        let input = Sample.text(100)
        let before = try Self.residentByteCount()
        for cycle in 0..<10_000 {
            var deflater = try Deflater(format: CompressionFormat.allCases[cycle % 3], level: 1)
            if cycle.isMultiple(of: 2) {
                _ = try [UInt8](capacity: 5) { output throws(CompressionError) in
                    _ = try deflater.compress(input.span, flush: .finish, into: &output)
                }
            }
        }
        // What one of them needs, ten thousand times, is 2.6 GB.
        #expect(try Self.residentByteCount() - before < 200_000_000)
    }

    @Test func nothingIsLeftOfDecompressors() throws {
        let compressed = try OneShot.deflate(Sample.noise(2000))
        let before = try Self.residentByteCount()
        for cycle in 0..<10_000 {
            var inflater = try Inflater(coding: .gzip, outputLimit: cycle % 4 == 0 ? 10 : nil)
            let cut = compressed.prefix(cycle % compressed.count)
            #expect(throws: CompressionError.self) {
                _ = try OneShot.inflate([cut], with: &inflater, outputByteCount: 4000)
            }
        }
        // What one of them needs, ten thousand times, is 400 MB.
        #expect(try Self.residentByteCount() - before < 200_000_000)
    }

    private static func residentByteCount() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = try #require(Int(status.split(separator: " ")[1]))
        return pages * sysconf(CInt(_SC_PAGESIZE))
    }
}
#endif
