import BodyStreaming

/// The delimiter and the header in front of a packed part, written when they are asked for.
struct PackedPartFraming: GeneratedBytes {
    /// The name of the form's field whose content comes next.
    let fieldName: String

    /// The type of that content.
    let contentType: String?

    /// All that stands in front of the content.
    let bytes: [UInt8]

    var byteCount: Int64 { Int64(bytes.count) }

    func read(at offset: Int64, into output: inout OutputSpan<UInt8>) {
        output.append(bytes, from: Int(offset))
    }
}
