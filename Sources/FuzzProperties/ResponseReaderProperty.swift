import SocketTransports
import UploadHTTP

/// The answers in a connection's bytes are the same whatever the pieces in which they come, and what
/// is kept of them stays within its limit.
func checkResponseReader(_ input: Span<UInt8>) throws(PropertyViolation) {
    var choices = FuzzInput([UInt8](input.extracting(last: 8)))
    let bytes = [UInt8](input.extracting(droppingLast: 8))
    let method = choices.choice(["POST", "HEAD"])
    let cuts = choices.cuts(of: bytes.count)
    let whole = try Answer(in: bytes, cuts: [], to: method)
    let cut = try Answer(in: bytes, cuts: cuts, to: method)
    try require(whole == cut, "cut at \(cuts): \(cut), and whole: \(whole)")
    if let end = whole.endOffset {
        // What stands behind an answer is no part of it.
        let alone = try Answer(in: Array(bytes[..<end]), cuts: [], to: method)
        try require(whole == alone, "\(whole), and without what follows: \(alone)")
    }
}

/// What a reader made of a connection's bytes.
private struct Answer: Equatable {
    private(set) var heads: [ResponseHead] = []
    private(set) var content: [UInt8] = []
    private(set) var fault: String?

    /// Where the answer ended, if it did.
    private(set) var endOffset: Int?

    private var trailers = HeaderFields()
    private var keepsConnection = false
    private var endsWithConnection = false

    init(in bytes: [UInt8], cuts: [Int], to method: String) throws(PropertyViolation) {
        var reader = ResponseReader(method: method)
        var offset = 0
        for piece in bytes.pieces(at: cuts) {
            try take(piece, at: offset, with: &reader)
            offset += piece.count
            if fault != nil || endOffset != nil { break }
        }
        trailers = reader.trailers
        keepsConnection = reader.keepsConnection
        endsWithConnection = reader.endsWithConnection
        try require(reader.isComplete == (endOffset != nil), "an end without its event")
        try require(
            reader.headByteCount <= ResponseReader.maximumHeadByteCount,
            "\(reader.headByteCount) bytes of heads"
        )
        try require(endOffset == nil || reader.finalHead != nil, "an end without a head")
        try require(content.isEmpty || reader.finalHead != nil, "content before the head")
        try require(!keepsConnection || endOffset != nil, "a connection is kept within an answer")
    }

    private mutating func take(
        _ piece: ArraySlice<UInt8>,
        at offset: Int,
        with reader: inout ResponseReader
    ) throws(PropertyViolation) {
        var position = 0
        do throws(TransportError) {
            while let event = try reader.next(in: piece.span, from: &position) {
                switch event {
                case .informational(let head), .head(let head): heads.append(head)
                case .content(let range):
                    content += piece[(piece.startIndex + range.lowerBound)...].prefix(range.count)
                case .end:
                    endOffset = offset + position
                    return
                }
            }
        } catch {
            fault = error.kind.name
            return
        }
        try require(position == piece.count, "\(position) of \(piece.count) bytes were taken")
    }
}
