import MultipartFormData

/// Takes the bytes of a body that is a form, after its content coding is undone.
struct FormSink: ~Copyable {
    /// The parts that have come as a whole.
    private(set) var parts: [ReceivedPart] = []

    private let options: ReceiverOptions
    private var parser: MultipartParser
    private var part: PartSink?

    init(boundary: Boundary, options: ReceiverOptions) {
        self.options = options
        parser = MultipartParser(boundary: boundary, options: options.parserOptions)
    }

    mutating func take(_ bytes: Span<UInt8>) throws(RequestFault) {
        var position = 0
        while let event = try nextEvent(in: bytes, from: &position) {
            switch event {
            case .partBegan(let headers): part = try PartSink(headers, options: options)
            case .content(let range): try part?.take(bytes.extracting(range))
            case .heldContent(let held): try part?.take(held.span)
            case .partEnded:
                if let ended = part.take() { parts.append(ended.finish()) }
            case .closed: break
            }
        }
    }

    /// Says that the body has ended.
    func finish() throws(RequestFault) {
        do throws(MultipartParserError) {
            try parser.finish()
        } catch {
            throw Self.fault(for: error)
        }
    }

    private mutating func nextEvent(
        in bytes: Span<UInt8>,
        from position: inout Int
    ) throws(RequestFault) -> MultipartEvent? {
        do throws(MultipartParserError) {
            return try parser.next(in: bytes, from: &position)
        } catch {
            throw Self.fault(for: error)
        }
    }

    /// How a body that is no form is refused.
    static func fault(for error: MultipartParserError) -> RequestFault {
        switch error {
        case .tooManyParts: RequestFault(413, error.description)
        case .headerTooLarge, .nameTooLong: RequestFault(431, error.description)
        case .notMultipart: RequestFault(415, error.description)
        default: RequestFault(400, error.description)
        }
    }
}
