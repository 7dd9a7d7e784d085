import UploadReceiver

/// The head of a request is refused, or it says one thing: written again from what was read, it is
/// read as the same, and the end of its body is found in one way.
func checkRequestHead(_ input: Span<UInt8>) throws(PropertyViolation) {
    let bytes = [UInt8](input)
    guard let head = try? RequestHead(bytes[...]) else { return }
    let returns = zip(bytes, bytes.dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
    try require(returns == bytes.count { $0 == 0x0A }, "a line ends in LF alone")
    let lengths = head.values("content-length")
    let codings = head.values("transfer-encoding")
    switch head.framing {
    case .chunked:
        try require(lengths.isEmpty && codings.count == 1, "\(lengths) and \(codings)")
    case .length(let length):
        try require(
            codings.isEmpty && lengths.count <= 1 && length >= 0,
            "\(lengths) and \(codings) are \(length)"
        )
        try require(lengths.first.map { Int64($0) == length } ?? (length == 0), "\(lengths)")
    }

    var written = "\(head.method) \(head.target) HTTP/1.\(head.isVersion1_0 ? 0 : 1)\r\n"
    for field in head.fields { written += "\(field.name): \(field.value)\r\n" }
    let again: RequestHead
    do {
        again = try RequestHead(Array((written + "\r\n").utf8)[...])
    } catch {
        throw PropertyViolation("\(written.debugDescription) is refused: \(error)")
    }
    let isSame =
        again.method == head.method && again.target == head.target
        && again.framing == head.framing && again.keepsAlive == head.keepsAlive
        && again.expectsContinue == head.expectsContinue
        && again.fields.elementsEqual(head.fields) { $0.name == $1.name && $0.value == $1.value }
    try require(isSame, "\(written.debugDescription) is read as \(again)")
}
