package import MultipartFormData

/// Takes the bytes of a body that is a form, after its content coding is undone.
package struct FormSink: ~Copyable {
    /// The parts that have come as a whole, without those that were taken out.
    private(set) var parts: [ReceivedPart] = []

    private let options: ReceiverOptions
    private var parser: MultipartParser
    private var part: PartSink?

    /// Creates a sink for a form with `boundary`.
    package init(boundary: Boundary, options: ReceiverOptions) {
        self.options = options
        parser = MultipartParser(boundary: boundary, options: options.parserOptions)
    }

    /// The next bytes of the form, in pieces of any size.
    ///
    /// - Throws: A fault if they can't be a form, or a part can't be saved.
    package mutating func take(_ bytes: Span<UInt8>) throws(RequestFault) {
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
    ///
    /// - Throws: A fault if the form has not ended.
    package func finish() throws(RequestFault) {
        do throws(MultipartParserError) {
            try parser.finish()
        } catch {
            throw Self.fault(for: error)
        }
    }

    /// Takes out the parts that have come as a whole since the last call.
    package mutating func takeParts() -> [ReceivedPart] {
        defer { parts = [] }
        return parts
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
