public import MultipartFormData

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension MultipartPart {
    /// Creates a field of JSON, with `Content-Type: application/json` and no filename.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: What the JSON stands for.
    ///   - encoder: Writes the JSON; `nil` takes one that writes the keys in a fixed order, so that
    ///     the same value has the same bytes each time.
    /// - Throws: What `value` or `encoder` throws, `EncodingError` as a rule.
    public init(
        name: String,
        json value: some Encodable,
        encoder: JSONEncoder? = nil
    ) throws {
        self.init(
            name: name,
            bytes: Array(try (encoder ?? Self.orderedEncoder()).encode(value)),
            filename: nil,
            contentType: "application/json"
        )
    }

    private static func orderedEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
