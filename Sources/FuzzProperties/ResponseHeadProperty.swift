import UploadHTTP

/// The head of a response is the same whether its lines come with their ends or without, and its
/// status is one that HTTP has.
func checkResponseHead(_ input: Span<UInt8>) throws(PropertyViolation) {
    let lines = [UInt8](input).split(separator: 0x0A, omittingEmptySubsequences: false)
    var parser = ResponseHeadParser()
    var other = ResponseHeadParser()
    var byteCount = 0
    for line in lines {
        let whole = line + [0x0D, 0x0A]
        byteCount += whole.count
        let event = parser.take(whole.span)
        let same = other.take(line.span)
        try require(event == same, "\(event) with a line break, and \(same) without")
        try check(event, of: parser)
        if case .none = event { continue }
        let isBlankOrTrailer =
            if case .trailer = event { true } else { line.allSatisfy { $0 == 0x0D } }
        try require(isBlankOrTrailer, "a head ends with \(Array(line).quoted)")
    }
    try require(parser.byteCount == byteCount, "\(parser.byteCount) of \(byteCount) bytes")
    try require(parser.finalHead == other.finalHead, "the final heads differ")
    try require(parser.trailers == other.trailers, "the trailers differ")
}

private func check(
    _ event: ResponseHeadParser.Event,
    of parser: ResponseHeadParser
) throws(PropertyViolation) {
    switch event {
    case .none, .trailer:
        break
    case .informational(let head):
        try require((100...199).contains(head.status) && head.status != 101, "\(head.status)")
        try require(parser.finalHead == nil, "an informational head is the final one")
    case .final(let head):
        try require(head.status == 101 || (200...999).contains(head.status), "\(head.status)")
        try require(parser.finalHead == head, "the final head is not kept")
    }
}
