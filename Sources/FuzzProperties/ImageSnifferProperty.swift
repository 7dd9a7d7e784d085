import ImageSniffing

/// The sniffer keeps its budget, never takes an answer back when more bytes come, and answers from
/// memory what it answers from a source.
func checkImageSniffer(_ input: Span<UInt8>) throws(PropertyViolation) {
    var choices = FuzzInput([UInt8](input.extracting(last: 4)))
    let bytes = [UInt8](input.extracting(droppingLast: 4))
    let sniffer = ImageSniffer()

    try checkPrefixes(of: bytes, &choices, sniffer)
    let byteCount = Int64(bytes.count)
    let source = CountedBytes(bytes)
    let fromSource = sniffer.sniff(from: source)
    try source.requireBudget(sniffer.budget)
    let fromPrefix = sniffer.sniff(prefix: bytes.span, byteCount: byteCount)
    try checkNeeds(of: fromPrefix, after: bytes.count)
    // Memory costs no reads, so that only a source runs out of them.
    if source.readCount < sniffer.budget.readCount {
        try require(
            fromSource == fromPrefix,
            "from a source: \(fromSource), from memory: \(fromPrefix)"
        )
    }
    try require(fromPrefix.header.map(isPlausible) ?? true, "\(fromPrefix)")
}

/// A header that was found, or is malformed, or another type that was named, stays so for every
/// longer piece of the file, whether the file's size is known or not; only facts that were unknown
/// may be added, and more than one rule may be broken.
///
/// That a file is unknown is not final: PICT begins behind 512 bytes that may be anything.
private func checkPrefixes(
    of bytes: [UInt8],
    _ choices: inout FuzzInput,
    _ sniffer: ImageSniffer
) throws(PropertyViolation) {
    let byteCount = choices.flag() ? Int64(bytes.count) : nil
    let first = choices.flag() ? min(64, bytes.count) : bytes.count
    let start = choices.number(in: 0...first)
    let counts = Array(start..<min(start + 4, bytes.count)) + [bytes.count]
    var decided: SniffResult?
    for count in counts {
        let result = sniffer.sniff(
            prefix: bytes.span.extracting(first: count),
            byteCount: byteCount
        )
        try checkNeeds(of: result, after: count)
        if let decided {
            try require(
                isSame(decided, result),
                "\(decided) became \(result) with \(count) bytes"
            )
        }
        switch result {
        case .found, .malformed, .unknown(.some): decided = result
        case .truncated, .unknown(nil): continue
        }
    }
}

private func isSame(_ result: SniffResult, _ later: SniffResult) -> Bool {
    if case .malformed(let format, _, _) = result, case .malformed(let other, _, _) = later {
        return format == other
    }
    guard let header = result.header, let other = later.header else { return result == later }
    return header.format == other.format && header.width == other.width
        && header.height == other.height
        && isKept(header.orientation, other.orientation)
        && isKept(header.cleanAperture, other.cleanAperture)
        && isKept(header.frameCount, other.frameCount)
        && isKept(header.isAnimated, other.isAnimated)
        && isKept(header.hasAlpha, other.hasAlpha)
        && isKept(header.bitDepth, other.bitDepth)
}

private func isKept<Fact: Equatable>(_ fact: Fact?, _ later: Fact?) -> Bool {
    fact == nil || fact == later
}

private func checkNeeds(of result: SniffResult, after count: Int) throws(PropertyViolation) {
    guard case .truncated(_, let needs) = result else { return }
    try require(
        needs.upperBound > Int64(count) && needs.lowerBound >= 0,
        "with \(count) bytes, those at \(needs) are needed"
    )
}

private func isPlausible(_ header: ImageHeader) -> Bool {
    (header.width ?? 1) > 0 && (header.height ?? 1) > 0 && (header.frameCount ?? 1) >= 0
}
