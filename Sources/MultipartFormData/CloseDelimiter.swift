import BodyStreaming

/// The last bytes of a form: the delimiter, two hyphens and the CRLF without which some servers
/// don't see the end.
struct CloseDelimiter: GeneratedBytes {
    private static let end = "--\r\n"

    private let bytes: [UInt8]

    init(in framing: FormFraming) {
        let hiddenByteCount = framing.items.isEmpty ? FormFraming.lineBreakByteCount : 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(framing.delimiter.count + Self.end.utf8.count)
        bytes.append(contentsOf: framing.delimiter.dropFirst(hiddenByteCount))
        bytes.append(contentsOf: Self.end.utf8)
        self.bytes = bytes
    }

    var byteCount: Int64 { Int64(bytes.count) }

    func read(at offset: Int64, into output: inout OutputSpan<UInt8>) {
        output.append(bytes, from: Int(offset))
    }
}
