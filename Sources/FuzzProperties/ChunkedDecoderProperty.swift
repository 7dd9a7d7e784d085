import BodyStreaming

/// A body in chunks is the same whatever the pieces in which it comes, and what was written in
/// chunks is read as it was.
func checkChunkedDecoder(_ input: Span<UInt8>) throws(PropertyViolation) {
    var choices = FuzzInput([UInt8](input.extracting(last: 8)))
    let bytes = [UInt8](input.extracting(droppingLast: 8))
    let whole = Decoding(of: bytes, cuts: [])
    let cuts = choices.cuts(of: bytes.count)
    let cut = Decoding(of: bytes, cuts: cuts)
    try require(whole == cut, "cut at \(cuts): \(cut), and whole: \(whole)")
    try require(whole.data.count <= bytes.count, "\(whole.data.count) of \(bytes.count) bytes")

    var written: [UInt8] = []
    for piece in bytes.pieces(at: cuts) where !piece.isEmpty {
        let size = String(piece.count, radix: 16, uppercase: choices.flag())
        let chunkExtension = choices.choice(["", ";a", ";a=\"b\""])
        written += "\(size)\(chunkExtension)\r\n".utf8
        written += piece
        written += "\r\n".utf8
    }
    let trailer = choices.choice(["", "X: y\r\n"])
    written += "0\r\n\(trailer)\r\n".utf8
    let read = Decoding(of: written + Array("rest".utf8), cuts: [])
    try require(
        read.data == bytes && read.fault == nil && read.endOffset == written.count,
        "\(written.quoted) is read as \(read)"
    )
}

/// What a decoder made of a body.
private struct Decoding: Equatable {
    private(set) var data: [UInt8] = []
    private(set) var fault: String?

    /// Where the body ended, if it did.
    private(set) var endOffset: Int?

    init(of bytes: [UInt8], cuts: [Int]) {
        var decoder = ChunkedDecoder()
        var offset = 0
        for piece in bytes.pieces(at: cuts) {
            var position = 0
            do throws(ChunkedCodingError) {
                while let range = try decoder.next(in: piece.span, from: &position) {
                    data += piece[(piece.startIndex + range.lowerBound)...].prefix(range.count)
                }
            } catch {
                fault = error.words
                return
            }
            if decoder.isFinished {
                endOffset = offset + position
                return
            }
            offset += piece.count
        }
    }
}
