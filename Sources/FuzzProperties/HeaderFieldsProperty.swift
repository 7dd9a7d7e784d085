import UploadHTTP

/// A header holds nothing that could be read as another line, whether it is made or received.
func checkHeaderFields(_ input: Span<UInt8>) throws(PropertyViolation) {
    let lines = [UInt8](input).split(separator: 0x0A, omittingEmptySubsequences: false)
    var received = HeaderFields()
    var made = HeaderFields()
    for line in lines {
        received.append(receivedLine: line.span)
        guard let colon = line.firstIndex(of: 0x3A) else { continue }
        try checkAppending(line[..<colon], line[(colon + 1)...], to: &made)
    }
    try require(received.fields.count <= lines.count, "more fields than lines")
    for field in received.fields + made.fields {
        try require(
            Token.isValid(field.name.utf8.span),
            "\(field.name.debugDescription) is no name"
        )
        let value = Array(field.value.utf8)
        try require(!value.contains(0x0A), "\(value.quoted) has two lines")
        let ends = [value.first, value.last].compactMap { $0 }
        try require(ends.allSatisfy { ![0x20, 0x09, 0x0D].contains($0) }, "\(value.quoted)")
    }
    // Any field may stand in front, so that a few show what all of them would.
    for field in received.fields.prefix(3) { try checkNames(field.name, in: received) }
    for line in Redaction.standard.lines(of: received) { try requirePrintable(line) }
}

private func checkAppending(
    _ name: ArraySlice<UInt8>,
    _ value: ArraySlice<UInt8>,
    to header: inout HeaderFields
) throws(PropertyViolation) {
    let name = String(decoding: name, as: UTF8.self)
    let value = String(decoding: value, as: UTF8.self)
    let isValid =
        Token.isValid(name.utf8.span)
        && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    let before = header
    do {
        try header.append(name, value)
        try require(isValid, "\(name.debugDescription): \(value.debugDescription) was taken")
        try require(header.fields.count == before.fields.count + 1, "nothing was appended")
    } catch let error as RequestError {
        try require(!isValid, "\(error)")
        try require(header == before, "a refused field has changed the header")
    } catch let violation as PropertyViolation {
        throw violation
    } catch {
        throw PropertyViolation("\(error)")
    }
}

private func checkNames(_ name: String, in header: HeaderFields) throws(PropertyViolation) {
    let values = header.values(name)
    try require(header.contains(name) && header[name] == values.first, "\(name) is not found")
    try require(header.values(name.uppercased()) == values, "\(name): letter case counts")
    var changed = header
    do {
        try changed.set(name, "x")
    } catch {
        throw PropertyViolation("\(name) can't be set: \(error)")
    }
    try require(changed.values(name) == ["x"], "\(name) was set and is \(changed.values(name))")
    try require(
        changed.fields.count == header.fields.count - values.count + 1,
        "other fields than \(name) were changed"
    )
    changed.removeAll(name)
    try require(!changed.contains(name), "\(name) was removed")
}
