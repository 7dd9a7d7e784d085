import TestSupport

/// Bytes to compress.
enum Sample {
    /// Text made of words, as log lines are.
    static func text(_ byteCount: Int, seed: UInt64 = 1) -> [UInt8] {
        let words = ["batch", "upload", "photo", "of", "the", "\n", "retry", "200", "boundary"]
        var generator = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        while bytes.count < byteCount {
            bytes += words[Int.random(in: 0..<words.count, using: &generator)].utf8
            bytes.append(UInt8(ascii: " "))
        }
        return Array(bytes.prefix(byteCount))
    }

    /// Bytes that can't be compressed.
    static func noise(_ byteCount: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return [UInt8](capacity: byteCount) { output in
            while !output.isFull {
                var bits = generator.next()
                for _ in 0..<min(8, output.freeCapacity) {
                    output.append(UInt8(truncatingIfNeeded: bits))
                    bits >>= 8
                }
            }
        }
    }

    /// A picture whose lines get lighter from top to bottom, 300 bytes a line.
    static func bitmap(_ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 / 300) }
    }

    /// Bytes of which a quarter of the bits tells nothing, as Base64 has them.
    static func base64(_ byteCount: Int) -> [UInt8] {
        noise(byteCount).map { 0x41 + $0 % 64 }
    }
}
