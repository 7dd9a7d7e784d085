import UploadHTTP

/// A URL that is taken means the same when it is written and read again, and so does one that a
/// reference leads to.
func checkRequestURL(_ input: Span<UInt8>) throws(PropertyViolation) {
    let texts = [UInt8](input).split(
        separator: 0x0A,
        maxSplits: 1,
        omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self) }
    let url: RequestURL
    do throws(RequestError) {
        url = try RequestURL(texts[0])
    } catch {
        try requirePrintable(error.description)
        return
    }
    try checkWritten(url)
    try require(resolve("", from: url) == url.withoutUserInfo, "\(url) leads to another")
    try require(resolve(url.text, from: url) == url.withoutDotSegments, "\(url) leads to another")
    guard texts.count > 1 else { return }
    guard let target = resolve(texts[1], from: url) else { return }
    try require(target.userInfo == nil, "\(texts[1].debugDescription) brings credentials along")
    try checkWritten(target)
}

private func resolve(_ reference: String, from url: RequestURL) -> RequestURL? {
    try? url.resolving(reference)
}

private func checkWritten(_ url: RequestURL) throws(PropertyViolation) {
    let text = url.text
    try require((try? RequestURL(text)) == url.withoutUserInfo, "\(text) is read as another")
    try requirePrintable(url.description)
    let target = url.target
    try require(
        target.utf8.first == UInt8(ascii: "/") && target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
        "\(target.debugDescription) can't stand in a request line"
    )
    try require(!url.origin.host.utf8.contains { $0 <= 0x20 || $0 == 0x7F }, url.origin.host)
    if let (user, password) = url.credentials, user.isEmpty, password.isEmpty {
        try require(url.userInfo?.utf8.count ?? 0 <= 1, "the credentials are lost")
    }
}

extension RequestURL {
    /// What resolving the URL's own text gives: its path without `.` and `..`.
    fileprivate var withoutDotSegments: RequestURL? {
        var segments: [Substring] = []
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if part == ".." { _ = segments.popLast() }
            if part == "." || part == ".." {
                if index == parts.count - 1 { segments.append("") }
            } else {
                segments.append(part)
            }
        }
        let target = "/" + segments.joined(separator: "/") + (query.map { "?" + $0 } ?? "")
        // Bytes: the last character of a host may go on into the path.
        let beforePath = String(decoding: text.utf8.dropLast(self.target.utf8.count), as: UTF8.self)
        return try? RequestURL(beforePath + target)
    }
}
