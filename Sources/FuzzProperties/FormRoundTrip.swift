import BodyStreaming
import MultipartFormData
import SeededRandom

/// A form is encoded as the naive encoder does it, read from any offset in reads of any size, and
/// parsed to its parts again, whatever the pieces.
func checkFormRoundTrip(_ input: Span<UInt8>) throws(PropertyViolation) {
    var input = FuzzInput([UInt8](input))
    let random = try RandomForm(&input, file: ContentFile.open())
    let body: Body
    do {
        body = try random.form.body()
    } catch .invalidParameter where random.hasNULInName {
        return
    } catch {
        throw PropertyViolation("the form has no body: \(error)")
    }
    try require(!random.hasNULInName, "a name with a NUL is written")
    let encoded = NaiveEncoder.encode(
        random.entries,
        boundary: random.form.boundary.value,
        quoting: random.quoting
    )
    try require(
        body.length == Int64(encoded.count),
        "the length is \(String(describing: body.length)), not \(encoded.count)"
    )
    try checkReading(of: body, equals: encoded, &input)
    try checkParsing(of: encoded, gives: random, &input)
}

/// A form that the generator `seed` stands for, checked as ``FuzzTarget/formRoundTrip`` does.
package func checkRandomForm(seed: UInt64) throws(PropertyViolation) {
    // Numbers that follow each other as seeds would share most of what they make.
    var generator = SplitMix64(seed: seed &* SplitMix64.increment)
    var bytes: [UInt8] = []
    while bytes.count < 400 {
        let word = generator.next()
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
    }
    try checkFormRoundTrip(bytes.span)
}

private func checkReading(
    of body: Body,
    equals encoded: [UInt8],
    _ input: inout FuzzInput
) throws(PropertyViolation) {
    for _ in 0..<input.number(in: 1...3) {
        let offset = input.number(in: 0...encoded.count)
        let byteCount = input.choice([1, 2, 3, 7, 41, 512, 8191, 8192, 65536])
        // Reads of one byte from far before the end cost more than they show.
        let end = byteCount < 512 ? min(encoded.count, offset + 4096) : encoded.count
        let bytes: [UInt8]
        do {
            bytes = try body.bytes(from: offset, to: end, readByteCount: byteCount)
        } catch {
            throw PropertyViolation("reading from \(offset) fails: \(error)")
        }
        try require(
            bytes == Array(encoded[offset..<end]),
            "bytes from \(offset), read \(byteCount) at a time, differ: \(bytes.quoted)"
        )
    }
    do {
        let bytes = try body.bytes(from: 0, to: encoded.count, readByteCount: 65536)
        try require(
            bytes == encoded,
            "the bytes are \(bytes.quoted), and the naive encoder's are \(encoded.quoted)"
        )
    } catch let error as PropertyViolation {
        throw error
    } catch {
        throw PropertyViolation("reading fails: \(error)")
    }
}

private func checkParsing(
    of encoded: [UInt8],
    gives random: RandomForm,
    _ input: inout FuzzInput
) throws(PropertyViolation) {
    var options = MultipartParserOptions()
    options.escapes = random.quoting == .backslash ? .backslash : .percent
    let boundary = random.form.boundary
    let whole = ParsedBody(encoded, cuts: [], boundary: boundary, options: options)
    let cuts = input.cuts(of: encoded.count)
    let cut = ParsedBody(encoded, cuts: cuts, boundary: boundary, options: options)
    try require(whole == cut, "cut at \(cuts): \(cut), but whole: \(whole)")
    guard !random.hasDelimiterInContent else { return }
    try require(whole.error == nil && whole.isClosed, "not closed: \(whole)")
    try require(whole.parts.count == random.parts.count, "\(whole.parts.count) parts")
    for (found, part) in zip(whole.parts, random.parts) {
        let isSame =
            found.name == part.name && found.filename == part.filename
            && found.headers.contentType.map { Array($0.utf8) } == part.contentType
            && found.content == part.content && found.isWhole
            && found.headers.fields.filter { $0.name.hasPrefix("X-") }.map(\.value)
                == part.fieldValues
        try require(isSame, "\(found) was sent as \(part)")
    }
}

extension Body {
    /// The bytes between two offsets of a body whose bytes are all there.
    fileprivate func bytes(
        from offset: Int,
        to end: Int,
        readByteCount: Int
    ) throws -> [UInt8] {
        var reader = try reader(at: Int64(offset))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end - offset)
        while bytes.count < end - offset {
            let count = min(readByteCount, end - offset - bytes.count)
            var outcome = BodyReadOutcome.finished
            try bytes.append(addingCapacity: count) { output throws(BodyError) in
                outcome = try reader.read(into: &output)
            }
            guard case .appended = outcome else { return bytes }
        }
        guard Int64(end) == length else { return bytes }
        var outcome = BodyReadOutcome.pending
        try bytes.append(addingCapacity: 1) { output throws(BodyError) in
            outcome = try reader.read(into: &output)
        }
        guard case .finished = outcome else {
            throw PropertyViolation("the reader goes on at the end: \(outcome)")
        }
        return bytes
    }
}
