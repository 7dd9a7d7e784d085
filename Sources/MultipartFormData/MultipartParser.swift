/// Reads a multipart body that arrives in pieces of any size.
///
/// The parser copies no content: it tells which bytes of the input are content, and keeps none but
/// those at the end of a piece that may be the beginning of a delimiter.
///
///     var position = 0
///     while let event = try parser.next(in: bytes.span, from: &position) { … }
///     …                                    // the same for each further piece, from position 0
///     try parser.finish()
///
/// What looks like a delimiter is one only if its line has nothing but padding behind the boundary;
/// all else is content, byte for byte. A part whose header ends right before a delimiter is empty:
/// the line break that ends the header's last line may be the delimiter's own.
///
/// Source: [RFC 2046, section 5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1).
public struct MultipartParser: Sendable {
    /// What the parser accepts.
    public let options: MultipartParserOptions

    /// The boundary of the parts.
    public let boundary: Boundary

    /// How many bytes of the body have been taken, which is the offset of the next one.
    public private(set) var offset: Int64

    /// How many multipart bodies this one is inside of.
    public let nesting: Int

    /// The encoding of text parts that the form's `_charset_` field has named, if it came before.
    ///
    /// At most 64 bytes are kept. Source: [RFC 7578, section
    /// 4.6](https://www.rfc-editor.org/rfc/rfc7578#section-4.6).
    public private(set) var defaultCharset: String?

    private var phase = Phase.preamble
    private var delimiter: DelimiterLine
    private var header = PartHeaderBuffer()
    private var partCount = 0
    private var charsetBytes: [UInt8]?

    private enum Phase {
        case preamble
        case header
        case content
        /// The close delimiter was found, and the event that says so is due.
        case closing
        /// The rest of the close delimiter's line.
        case closeLine
        case epilogue
        case failed(MultipartParserError)
    }

    /// Creates a parser for a body with `boundary`.
    public init(boundary: Boundary, options: MultipartParserOptions = MultipartParserOptions()) {
        self.init(boundary: boundary, options: options, offset: 0, nesting: 0)
    }

    private init(boundary: Boundary, options: MultipartParserOptions, offset: Int64, nesting: Int) {
        self.boundary = boundary
        self.options = options
        self.offset = offset
        self.nesting = nesting
        delimiter = DelimiterLine(boundary, acceptsBareLineFeeds: options.acceptsBareLineFeeds)
    }

    /// A parser for the content of a part that is a multipart body itself, or `nil` if it isn't.
    ///
    /// It takes the part's content as its input; offsets in its errors count from the beginning of
    /// the outermost body. Its parts need no names.
    ///
    /// Source: [RFC 7578, section 4.3](https://www.rfc-editor.org/rfc/rfc7578#section-4.3), which
    /// asks to understand such files though none may be sent.
    ///
    /// - Throws: ``MultipartParserError/nestedTooDeep(limit:offset:)``, or what
    ///   ``Boundary/init(contentType:)`` throws.
    public func nestedParser(
        for headers: PartHeaders
    ) throws(MultipartParserError) -> MultipartParser? {
        guard let contentType = headers.contentType,
            contentType.lowercased().hasPrefix("multipart/")
        else { return nil }
        guard nesting < options.maximumNesting else {
            throw .nestedTooDeep(limit: options.maximumNesting, offset: headers.contentOffset)
        }
        var options = options
        options.requiresNames = false
        return MultipartParser(
            boundary: try Boundary(contentType: contentType),
            options: options,
            offset: headers.contentOffset,
            nesting: nesting + 1
        )
    }

    /// Takes bytes of `input` from `position` on, up to the next event.
    ///
    /// - Parameters:
    ///   - input: A piece of the body.
    ///   - position: Where in `input` to go on: 0 for a new piece, and then as the last call left it.
    /// - Returns: What was found, or `nil` when all of `input` is taken.
    /// - Throws: ``MultipartParserError``, and the same one on every later call.
    public mutating func next(
        in input: Span<UInt8>,
        from position: inout Int
    ) throws(MultipartParserError) -> MultipartEvent? {
        if case .failed(let error) = phase { throw error }
        let inputOffset = offset - Int64(position)
        defer { offset = inputOffset + Int64(position) }
        do throws(MultipartParserError) {
            return try step(in: input, from: &position, inputOffset: inputOffset)
        } catch {
            phase = .failed(error)
            throw error
        }
    }

    /// Says that the body has ended.
    ///
    /// - Throws: ``MultipartParserError/truncated(offset:)`` or
    ///   ``MultipartParserError/delimiterNotFound(boundary:offset:)`` if the close delimiter has not
    ///   come; the error of an earlier call, if there was one.
    public func finish() throws(MultipartParserError) {
        switch phase {
        case .closing, .closeLine, .epilogue: return
        case .failed(let error): throw error
        case .preamble: throw .delimiterNotFound(boundary: boundary, offset: offset)
        case .header, .content: throw .truncated(offset: offset)
        }
    }

    private mutating func step(
        in input: Span<UInt8>,
        from position: inout Int,
        inputOffset: Int64
    ) throws(MultipartParserError) -> MultipartEvent? {
        while true {
            switch phase {
            case .preamble, .content:
                let isContent = if case .content = phase { true } else { false }
                switch delimiter.scan(input, from: &position) {
                case .none: return nil
                case .content(let range) where isContent:
                    if charsetBytes != nil { range.forEach { collectCharset(input[$0]) } }
                    return .content(range)
                case .held(let bytes) where isContent:
                    bytes.forEach { collectCharset($0) }
                    return .heldContent(bytes)
                case .content, .held: continue
                case .delimiter:
                    phase = .header
                    header.removeAll(at: inputOffset + Int64(position))
                    guard partCount < options.maximumPartCount else {
                        throw .tooManyParts(limit: partCount, offset: header.offset)
                    }
                    if isContent { return endPart() }
                case .closeDelimiter:
                    phase = .closing
                    if isContent { return endPart() }
                case .malformed:
                    throw .malformedDelimiter(offset: inputOffset + Int64(position))
                }
            case .header:
                guard let headers = try readHeader(in: input, from: &position) else { return nil }
                phase = .content
                return .partBegan(headers)
            case .closing:
                phase = .closeLine
                return .closed
            case .closeLine:
                guard position < input.count else { return nil }
                switch input[position] {
                case UInt8(ascii: " "), UInt8(ascii: "\t"): position += 1
                case UInt8(ascii: "\r"), UInt8(ascii: "\n"): phase = .epilogue
                default: throw .malformedDelimiter(offset: inputOffset + Int64(position))
                }
            case .epilogue:
                position = input.count
                return nil
            case .failed(let error):
                throw error
            }
        }
    }

    private mutating func readHeader(
        in input: Span<UInt8>,
        from position: inout Int
    ) throws(MultipartParserError) -> PartHeaders? {
        guard
            try header.append(input, from: &position, part: partCount, options: options)
        else { return nil }
        let headers = try header.headers(part: partCount, options: options)
        charsetBytes = headers.isCharsetField ? [] : nil
        partCount += 1
        delimiter.beginContent()
        return headers
    }

    private mutating func endPart() -> MultipartEvent {
        if let bytes = charsetBytes {
            defaultCharset = String(decoding: bytes, as: UTF8.self)
            charsetBytes = nil
        }
        return .partEnded
    }

    private mutating func collectCharset(_ byte: UInt8) {
        if let count = charsetBytes?.count, count < 64 { charsetBytes?.append(byte) }
    }
}
