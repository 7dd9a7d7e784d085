/// The beginnings of pictures, as far as their type and size are concerned.
enum SampleImages {
    /// A picture of each of the formats that are uploaded most, 640 by 480.
    static let all: [(name: String, bytes: [UInt8])] = [
        ("jpeg", jpeg), ("png", png), ("gif", gif), ("webp", webp),
    ]

    /// Source: ITU-T T.81, https://www.w3.org/Graphics/JPEG/itu-t81.pdf
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 2, 0, 0, 1, 0, 1, 0, 0]
        // A quantization table stands before the frame.
        + [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        + [0xFF, 0xC0, 0, 17, 8, 0x01, 0xE0, 0x02, 0x80, 3]
        + [1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
        + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]

    /// Source: PNG, third edition, https://www.w3.org/TR/png-3/
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0x02, 0x80, 0, 0, 0x01, 0xE0, 8, 2, 0, 0, 0, 0xB3, 0x5C, 0x89, 0x3B]
        + [0, 0, 0x10, 0] + Array("IDAT".utf8)

    /// Source: GIF89a, https://www.w3.org/Graphics/GIF/spec-gif89a.txt
    private static let gif: [UInt8] =
        Array("GIF89a".utf8) + [0x80, 0x02, 0xE0, 0x01, 0, 0, 0]
        + [0x2C, 0, 0, 0, 0, 0x80, 0x02, 0xE0, 0x01, 0, 2]

    /// Source: WebP container, https://developers.google.com/speed/webp/docs/riff_container
    private static let webp: [UInt8] =
        Array("RIFF".utf8) + [0, 0x20, 0, 0] + Array("WEBPVP8X".utf8)
        + [10, 0, 0, 0, 0, 0, 0, 0, 0x7F, 0x02, 0, 0xDF, 0x01, 0]
        + Array("VP8 ".utf8) + [0xE0, 0x1F, 0, 0]
}
