import MultipartFormData

/// What a parser finds in a body that comes in pieces; equal whatever the pieces are.
struct ParsedBody: Equatable {
    struct Part: Equatable {
        var headers: PartHeaders
        var content: [UInt8] = []
        var isWhole = false

        var name: [UInt8]? { headers.name.map { Array($0.utf8) } }
        var filename: [UInt8]? { headers.filename.map { Array($0.utf8) } }
    }

    private(set) var parts: [Part] = []
    private(set) var isClosed = false
    private(set) var error: String?
    private(set) var defaultCharset: String?

    /// A rule of the parser that an event broke.
    private(set) var violation: String?

    init(
        _ body: [UInt8],
        cuts: [Int],
        boundary: Boundary,
        options: MultipartParserOptions = MultipartParserOptions()
    ) {
        var parser = MultipartParser(boundary: boundary, options: options)
        var start: Int64 = 0
        do throws(MultipartParserError) {
            for piece in body.pieces(at: cuts) {
                let piece = Array(piece)
                var position = 0
                while let event = try parser.next(in: piece.span, from: &position) {
                    take(event, of: piece, at: position)
                    checkOffset(parser.offset, start + Int64(position), limit: body.count)
                }
                if position != piece.count { violation = "a piece was not taken to its end" }
                start += Int64(piece.count)
                checkOffset(parser.offset, start, limit: body.count)
            }
            try parser.finish()
            if !isClosed { violation = "the body finished, but was not closed" }
        } catch {
            self.error = error.description
        }
        defaultCharset = parser.defaultCharset
    }

    private mutating func checkOffset(_ offset: Int64, _ expected: Int64, limit: Int) {
        guard offset == expected, offset <= Int64(limit) else {
            violation = "the parser is at offset \(offset), and \(expected) bytes were taken"
            return
        }
    }

    private mutating func take(_ event: MultipartEvent, of piece: [UInt8], at position: Int) {
        if isClosed { violation = "an event follows the close delimiter" }
        switch event {
        case .partBegan(let headers):
            if parts.last?.isWhole == false { violation = "a part began inside of another" }
            if headers.index != parts.count { violation = "part \(headers.index) is out of order" }
            parts.append(Part(headers: headers))
        case .content(let range):
            if range.isEmpty || range.upperBound > position { violation = "content at \(range)" }
            addContent(piece[range])
        case .heldContent(let bytes):
            if bytes.isEmpty { violation = "held content of no bytes" }
            addContent(bytes)
        case .partEnded:
            if parts.last?.isWhole != false { violation = "no part could end" }
            if !parts.isEmpty { parts[parts.count - 1].isWhole = true }
        case .closed:
            if parts.last?.isWhole == false { violation = "the body was closed inside of a part" }
            isClosed = true
        }
    }

    private mutating func addContent(_ bytes: ArraySlice<UInt8>) {
        guard parts.last?.isWhole == false else {
            violation = "content outside of a part"
            return
        }
        parts[parts.count - 1].content += bytes
    }
}
