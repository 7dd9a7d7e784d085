import MultipartFormData

/// Whatever the value, it is read without a trap; what is written of what was read stays on one
/// line and is read again.
func checkContentDisposition(_ input: Span<UInt8>) throws(PropertyViolation) {
    let value = [UInt8](input)
    let percent = Result { () throws(ContentDispositionFault) in
        try ContentDisposition(parsing: value, escapes: .percent)
    }
    let backslash = Result { () throws(ContentDispositionFault) in
        try ContentDisposition(parsing: value, escapes: .backslash)
    }
    let automatic = Result { () throws(ContentDispositionFault) in
        try ContentDisposition(parsing: value, escapes: .automatic)
    }
    for case .failure(.malformed(let offset)) in [percent, backslash, automatic] {
        try require(value.indices.contains(offset) || offset == value.count, "offset \(offset)")
    }
    try checkAutomatic(automatic, percent, backslash)
    for case .success(let disposition) in [percent, backslash] {
        for dialect in FormDialect.allCases { try checkWriting(disposition, dialect) }
    }
}

/// What is read automatically is what is read without backslashes, if that is possible.
private func checkAutomatic(
    _ automatic: Result<ContentDisposition, ContentDispositionFault>,
    _ percent: Result<ContentDisposition, ContentDispositionFault>,
    _ backslash: Result<ContentDisposition, ContentDispositionFault>
) throws(PropertyViolation) {
    let expected = if case .failure(.malformed) = percent { backslash } else { percent }
    switch (automatic, expected) {
    case (.success(let one), .success(let other)):
        try require(one == other, "automatic: \(one), expected: \(other)")
    case (.failure(let one), .failure(let other)):
        try require(one == other, "automatic: \(one), expected: \(other)")
    default:
        throw PropertyViolation("automatic: \(automatic), expected: \(expected)")
    }
}

private func checkWriting(
    _ disposition: ContentDisposition,
    _ dialect: FormDialect
) throws(PropertyViolation) {
    let value = Array(disposition.fieldValue(dialect: dialect).utf8)
    try require(!value.contains { $0 == 0x0D || $0 == 0x0A }, "two lines: \(value.quoted)")
    if dialect == .ascii { try require(value.allSatisfy { $0 < 0x80 }, value.quoted) }
    let escapes: ParameterEscapes = dialect == .backslash ? .backslash : .percent
    let read: ContentDisposition
    do {
        read = try ContentDisposition(parsing: value, escapes: escapes)
    } catch {
        throw PropertyViolation("\(value.quoted) can't be read: \(error)")
    }
    try require(
        (read.filename == nil) == (disposition.filename == nil),
        "\(value.quoted) is read as \(read)"
    )
    guard dialect == .extended, let filename = disposition.filename, !filename.isEmpty else {
        return
    }
    try require(
        read.filename.map { Array($0.utf8) } == Array(filename.utf8),
        "\(value.quoted) is read as \(read)"
    )
}
