import BodyStreaming
import UploadHTTP

/// A request is sent again without its content coding only after a 415, only if its body can be read
/// again, and with all its other fields.
func checkContentCoding(_ input: Span<UInt8>) throws(PropertyViolation) {
    var input = FuzzInput([UInt8](input))
    let coding = input.choice([nil, "gzip", "deflate", "GZIP", "identity"])
    let isReplayable = input.flag()
    let bodyWasRead = input.flag()
    let hasUncodedBody = input.number(in: 0...3) > 0
    let status = input.choice([415, 415, 415, 200, 400, 406])
    var head = ResponseHead(status: status)
    let accepted = String(decoding: input.remainder(), as: UTF8.self)
    head.fields.append(receivedLine: Array("Accept-Encoding: \(accepted)".utf8).span)

    let request: Request
    do {
        var made = try Request(
            method: "POST",
            url: try RequestURL("http://127.0.0.1/"),
            body: Body("coded")
        )
        if let coding { try made.fields.append("Content-Encoding", coding) }
        try made.fields.append("Content-Digest", "sha-256=:AA==:")
        try made.fields.append("X-Kept", "kept")
        if hasUncodedBody { made.uncodedBody = isReplayable ? Body("plain") : .once }
        request = made
    } catch {
        throw PropertyViolation("a request can't be made: \(error)")
    }
    var response = Response(head: head)
    response.bodyWasRead = bodyWasRead
    let isRefused = status == 415 && coding != nil && coding != "identity"
    switch ContentCodingPolicy.decision(for: response, to: request) {
    case .accept:
        // Else the server must have said that it takes the coding.
        let isNamed = accepted.lowercased().contains((coding ?? "").lowercased())
        try require(!isRefused || isNamed, "\(accepted.debugDescription) is no refusal")
    case .refuse(let refused):
        try require(isRefused && refused == coding, "\(refused) is refused")
        try require(
            !hasUncodedBody || (!isReplayable && bodyWasRead),
            "a body that could be sent without its coding isn't"
        )
    case .resend(let next):
        try require(isRefused && hasUncodedBody, "a request is sent again after \(status)")
        try require(isReplayable || !bodyWasRead, "a body that was read is sent again")
        try require(next.body?.length == request.uncodedBody?.length, "another body is sent")
        try require(
            next.fields["Content-Encoding"] == nil && next.fields["Content-Digest"] == nil,
            "fields of the coded body stay"
        )
        try require(next.fields["X-Kept"] == "kept", "a field gets lost")
    }
}

extension Body {
    /// A body that can be read once.
    fileprivate static var once: Body {
        Body(
            BodyStream(label: "once", byteCount: 5, replayability: .once) {
                AsyncStream<[UInt8]> { continuation in
                    continuation.yield(Array("plain".utf8))
                    continuation.finish()
                }
            }
        )
    }
}
