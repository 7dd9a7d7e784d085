import BenchmarkHarness
import BodyStreaming
import SeededRandom

/// Bytes to be measured with.
enum Samples {
    /// Bytes without redundancy, as those of pictures are; a line feed or a carriage return comes
    /// once in 256 bytes each.
    static func noise(_ byteCount: Int) -> [UInt8] {
        var generator = SplitMix64(seed: 1)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount + 8)
        while bytes.count < byteCount {
            let word = generator.next()
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        bytes.removeLast(bytes.count - byteCount)
        return bytes
    }

    /// Lines of JSON, as logs are.
    static func text(_ byteCount: Int) -> [UInt8] {
        var generator = SplitMix64(seed: 2)
        var writer = JSONWriter()
        while writer.bytes.count < byteCount {
            writer.object { line in
                line.member("id", Int.random(in: 0..<1_000_000, using: &generator))
                line.member("user", "user\(Int.random(in: 0..<500, using: &generator))")
                line.member("path", "/photos/2026/\(Int.random(in: 1...12, using: &generator))")
                line.member("status", [200, 201, 404, 503].randomElement(using: &generator))
            }
            writer.endLine()
        }
        return Array(writer.bytes.prefix(byteCount))
    }
}
