import BodyStreaming
import UploadHTTP

/// Whatever a server puts into its answer, the next request keeps credentials to their origin and
/// the method to what HTTP says.
///
/// Source: [RFC 9110, section 15.4](https://www.rfc-editor.org/rfc/rfc9110#section-15.4).
func checkRedirect(_ input: Span<UInt8>) throws(PropertyViolation) {
    var input = FuzzInput([UInt8](input))
    let status = input.choice([301, 302, 303, 307, 308, 300, 304, 200])
    let method = input.choice(["POST", "PUT", "GET", "HEAD", "post"])
    let bodyWasRead = input.flag()
    let isOnce = input.flag()
    let count = input.number(in: 0...11)
    let text = input.choice([
        "https://u:p@example.org/a/b?q", "http://example.org:8080/", "http://[::1]/x/../y",
    ])
    let location = String(decoding: input.remainder(), as: UTF8.self)

    let request: Request
    var head = ResponseHead(status: status)
    do throws(RequestError) {
        var fields = HeaderFields()
        try fields.append("Authorization", "Bearer x")
        try fields.append("cookie", "a=b")
        try fields.append("Content-Type", "a/b")
        try fields.append("X-Own", "1")
        let stream = BodyStream(label: "stream", replayability: isOnce ? .once : .always) {
            AsyncStream<[UInt8]> { $0.finish() }
        }
        request = try Request(
            method: method,
            url: RequestURL(text),
            fields: fields,
            body: Body(stream)
        )
    } catch {
        throw PropertyViolation("\(error)")
    }
    head.fields.append(receivedLine: Array("Location: \(location)".utf8).span)
    let response = Response(head: head, bodyWasRead: bodyWasRead)
    let decision = RedirectPolicy().decision(for: response, to: request, count: count)
    switch decision {
    case .accept:
        try require(![301, 302, 303, 307, 308].contains(status), "\(status) is accepted")
    case .refuse(let refusal):
        try requirePrintable(refusal.description)
    case .follow(let next):
        try require(count < 10, "redirect number \(count) is followed")
        try check(next, after: request, status)
        try require(next.body == nil || !isOnce || !bodyWasRead, "a body is sent twice")
    }
}

private func check(
    _ next: Request,
    after request: Request,
    _ status: Int
) throws(PropertyViolation) {
    try require(next.url.userInfo == nil, "the server hands out credentials")
    try require((try? RequestURL(next.url.text)) == next.url, "\(next.url) is read as another")
    if next.url.origin != request.url.origin {
        let hasCredentials = next.fields.contains("Authorization") || next.fields.contains("Cookie")
        try require(!hasCredentials, "credentials go to \(next.url)")
    }
    try require(next.fields["X-Own"] == "1", "a field is lost")
    let becomesGet =
        status == 303 && request.method != "HEAD"
        || (301...302).contains(status) && request.method == "POST"
    try require(next.method == (becomesGet ? "GET" : request.method), "\(next.method)")
    try require((next.body == nil) == becomesGet, "the body of \(next.method) after \(status)")
    try require(next.fields.contains("Content-Type") != becomesGet, "Content-Type after \(status)")
}
