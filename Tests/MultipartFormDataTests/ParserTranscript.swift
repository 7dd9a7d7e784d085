import MultipartFormData

/// What a parser found in a body, with the pieces of each content put together.
struct ParserTranscript: Equatable {
    struct Part: Equatable, CustomStringConvertible {
        var name: String?
        var filename: String?
        var contentType: String?
        var content: [UInt8] = []
        var isWhole = false

        var description: String {
            "\(name ?? "-")|\(filename ?? "-")|\(contentType ?? "-")|"
                + String(decoding: content, as: UTF8.self) + (isWhole ? "" : "|torn")
        }
    }

    var parts: [Part] = []
    var isClosed = false
    var error: String?
    var defaultCharset: String?
    var contentOffsets: [Int64] = []

    /// Parses `body`, cut at the offsets in `cuts`, which rise.
    init(
        _ body: [UInt8],
        boundary: String = "b",
        cuts: [Int] = [],
        options: MultipartParserOptions = MultipartParserOptions()
    ) throws {
        var parser = MultipartParser(boundary: try Boundary(boundary), options: options)
        var start = 0
        do throws(MultipartParserError) {
            for end in cuts + [body.count] {
                let piece = Array(body[start..<end])
                start = end
                var position = 0
                while let event = try parser.next(in: piece.span, from: &position) {
                    take(event, in: piece)
                }
            }
            try parser.finish()
        } catch {
            self.error = error.description
        }
        defaultCharset = parser.defaultCharset
    }

    private mutating func take(_ event: MultipartEvent, in piece: [UInt8]) {
        switch event {
        case .partBegan(let headers):
            contentOffsets.append(headers.contentOffset)
            parts.append(
                Part(
                    name: headers.name,
                    filename: headers.filename,
                    contentType: headers.contentType
                )
            )
        case .content(let range): parts[parts.count - 1].content += piece[range]
        case .heldContent(let bytes): parts[parts.count - 1].content += bytes
        case .partEnded: parts[parts.count - 1].isWhole = true
        case .closed: isClosed = true
        }
    }

    /// Ways to cut `count` bytes: not at all, at each offset, at each two of a few, at all.
    static func cuttings(of count: Int) -> [[Int]] {
        [[], Array(1..<max(count, 1))] + (0...count).map { [$0] }
            + stride(from: 2, through: 7, by: 1).map { Array(stride(from: $0, to: count, by: $0)) }
    }
}
