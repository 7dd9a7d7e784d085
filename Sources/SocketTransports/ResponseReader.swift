internal import BodyStreaming
package import UploadHTTP

/// Takes the bytes of a connection apart into the answers to one request.
///
/// Source: RFC 9112, section 6.3, https://www.rfc-editor.org/rfc/rfc9112#section-6.3
package struct ResponseReader {
    /// What comes next in the bytes.
    package enum Event {
        /// A head of 100 to 199.
        case informational(ResponseHead)
        /// The final head.
        case head(ResponseHead)
        /// Bytes of the content, by their offsets.
        case content(Range<Int>)
        /// The answer ends here.
        case end
    }

    private enum Phase {
        case head
        case content(left: Int64)
        case chunks(ChunkedDecoder)
        case untilClose
        case complete
    }

    /// The bytes that all header lines of one request's answers may have.
    package static let maximumHeadByteCount = 256 * 1024

    private let method: String
    private var phase = Phase.head
    private var parser = ResponseHeadParser()
    /// The start of a line whose end has not come.
    private var line: [UInt8] = []
    private var isVersion1_0 = false
    /// The head tells a length beside the chunks, which a peer on the way may have believed.
    private var hasTwoLengths = false

    /// The bytes of all heads so far, and the announced size of the content.
    package var headByteCount: Int { parser.byteCount + line.count }
    package private(set) var contentLength: Int64?

    package private(set) var finalHead: ResponseHead?
    package private(set) var trailers = HeaderFields()

    /// Creates a reader of the answers to a request with this method.
    package init(method: String) {
        self.method = method
    }

    /// Whether the whole answer has come.
    package var isComplete: Bool {
        if case .complete = phase { true } else { false }
    }

    /// Whether the connection's end is the right end of the answer.
    package var endsWithConnection: Bool {
        if case .untilClose = phase { true } else { false }
    }

    /// Whether the peer keeps the connection for another request.
    ///
    /// Source: RFC 9112, section 9.3, https://www.rfc-editor.org/rfc/rfc9112#section-9.3
    package var keepsConnection: Bool {
        guard isComplete, let head = finalHead, head.status != 101, !hasTwoLengths else {
            return false
        }
        let options = head.fields.members(of: "Connection").map { $0.lowercased() }
        return !options.contains("close") && (!isVersion1_0 || options.contains("keep-alive"))
    }

    /// Takes bytes of `input` from `position` on, up to and with the next event.
    ///
    /// - Returns: The event; `nil` if `input` has no more.
    package mutating func next(
        in input: Span<UInt8>,
        from position: inout Int
    ) throws(TransportError) -> Event? {
        switch phase {
        case .head:
            while position < input.count {
                if let event = try takeLine(input, &position) { return event }
            }
            return nil
        case .content(let left):
            guard left > 0 else { return end() }
            guard position < input.count else { return nil }
            let start = position
            position += Int(min(left, Int64(input.count - start)))
            phase = .content(left: left - Int64(position - start))
            return .content(start..<position)
        case .chunks(var decoder):
            do throws(ChunkedCodingError) {
                let range = try decoder.next(in: input, from: &position)
                phase = .chunks(decoder)
                if let range { return .content(range) }
            } catch {
                // Nobody knows where the content ends.
                throw TransportError(.responseTruncated)
            }
            guard decoder.isFinished else { return nil }
            takeTrailer(decoder.trailer)
            return end()
        case .untilClose:
            guard position < input.count else { return nil }
            defer { position = input.count }
            return .content(position..<input.count)
        case .complete:
            return nil
        }
    }

    private mutating func end() -> Event {
        phase = .complete
        return .end
    }

    // MARK: Heads

    /// Takes bytes up to and with the next line break.
    private mutating func takeLine(
        _ input: Span<UInt8>,
        _ position: inout Int
    ) throws(TransportError) -> Event? {
        let start = position
        var end = start
        while end < input.count, input[end] != UInt8(ascii: "\n") { end += 1 }
        let isWhole = end < input.count
        let piece = input.extracting(start..<(isWhole ? end + 1 : end))
        position = isWhole ? end + 1 : end
        guard headByteCount + piece.count <= Self.maximumHeadByteCount else {
            throw TransportError(.responseHeadTooLarge(limit: Self.maximumHeadByteCount))
        }
        guard line.isEmpty, isWhole else {
            unsafe piece.withUnsafeBufferPointer { unsafe line.append(contentsOf: $0) }
            try checkStart(line.span)
            guard isWhole else { return nil }
            let whole = line
            line = []
            return try take(whole.span)
        }
        return try take(piece)
    }

    /// What every status line starts with.
    private static let version = Array("HTTP/1.".utf8)

    /// Refuses what can't be the start of a status line, before a line's end comes, if it ever does.
    private func checkStart(_ bytes: Span<UInt8>) throws(TransportError) {
        guard parser.isBetweenHeads else { return }
        let version = Self.version
        for index in 0..<min(bytes.count, version.count) where bytes[index] != version[index] {
            throw TransportError(.invalidResponse)
        }
    }

    private mutating func take(_ bytes: Span<UInt8>) throws(TransportError) -> Event? {
        try checkStart(bytes)
        if parser.isBetweenHeads { isVersion1_0 = bytes.count > 7 && bytes[7] == UInt8(ascii: "0") }
        switch parser.take(bytes) {
        case .trailer: throw TransportError(.invalidResponse)
        case .none: return nil
        case .informational(let head): return .informational(head)
        case .final(let head):
            finalHead = head
            phase = try framing(of: head)
            return .head(head)
        }
    }

    private mutating func framing(of head: ResponseHead) throws(TransportError) -> Phase {
        if method == "HEAD" || [101, 204, 304].contains(head.status) { return .content(left: 0) }
        let codings = head.fields.members(of: "Transfer-Encoding")
            .map { $0.lowercased() }.filter { $0 != "identity" }
        guard codings.isEmpty else {
            // No other coding was asked for.
            guard codings == ["chunked"] else { throw TransportError(.invalidResponse) }
            hasTwoLengths = head.fields.contains("Content-Length")
            return .chunks(ChunkedDecoder(toleratesPadding: true))
        }
        switch head.contentLength {
        case .unknown: return .untilClose
        case .bytes(let byteCount):
            contentLength = byteCount
            return .content(left: byteCount)
        case .invalid: throw TransportError(.invalidResponse)
        }
    }

    private mutating func takeTrailer(_ lines: [UInt8]) {
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            trailers.append(receivedLine: Array(line).span)
        }
    }
}
