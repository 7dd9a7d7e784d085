import BodyStreaming

/// The last bytes of a form: the delimiter, two hyphens and the CRLF without which some servers
/// don't see the end.
struct CloseDelimiter: GeneratedBytes {
    private let bytes: [UInt8]

    init(in framing: FormFraming) {
        let hiddenByteCount = framing.items.isEmpty ? FormFraming.lineBreakByteCount : 0
        bytes = framing.delimiter.dropFirst(hiddenByteCount) + Array("--\r\n".utf8)
    }

    var byteCount: Int64 { Int64(bytes.count) }

    func read(at offset: Int64, into output: inout OutputSpan<UInt8>) {
        output.append(bytes, from: Int(offset))
    }
}
