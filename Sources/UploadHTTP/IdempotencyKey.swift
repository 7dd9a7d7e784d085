/// A value that stays the same over all attempts of one upload, so that a server can tell a
/// repetition from a new request.
///
/// Source: draft-ietf-httpapi-idempotency-key-header,
/// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
public struct IdempotencyKey: Sendable, Hashable {
    /// The name of the header field that carries the key.
    public static let fieldName = "Idempotency-Key"

    /// The key as it is sent.
    public let value: String

    /// Creates a key.
    ///
    /// - Parameter value: 1 to 255 printable ASCII characters.
    /// - Throws: ``RequestError/invalidIdempotencyKey``.
    public init(_ value: String) throws(RequestError) {
        let bytes = value.utf8.span
        guard (1...255).contains(bytes.count),
            bytes.indices.allSatisfy({ bytes[$0] > 0x20 && bytes[$0] < 0x7F })
        else { throw .invalidIdempotencyKey }
        self.value = value
    }

    /// A key of 128 random bits from the system's generator, as 32 hexadecimal digits.
    public static func random() -> IdempotencyKey {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// A key of 128 bits from `generator`.
    package static func random(
        using generator: inout some RandomNumberGenerator
    ) -> IdempotencyKey {
        let digits = (0..<2).map { _ in
            let text = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        return IdempotencyKey(unchecked: digits.joined())
    }

    private init(unchecked value: String) {
        self.value = value
    }
}
