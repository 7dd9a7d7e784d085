import BatchUpload
import BodyStreaming

/// A line of a manifest is JSON or is refused at a place in it, and a text that is written as JSON
/// is read as it was.
func checkManifestLine(_ input: Span<UInt8>) throws(PropertyViolation) {
    let bytes = [UInt8](input)
    let line = Result { () throws(BatchError) in try ManifestLine(bytes[...], number: 1) }
    let isJSON = NaiveJSON.accepts(bytes)
    switch line {
    case .success(let line):
        try require(isJSON, "\(bytes.quoted) is no JSON, but a line of a manifest")
        try check(line)
    case .failure(let error):
        try check(error, of: bytes)
    }
    let isSkipped = skips(bytes[...])
    try require(isJSON == isSkipped, "\(bytes.quoted) is JSON: \(isJSON), is read: \(isSkipped)")

    let text = String(decoding: bytes, as: UTF8.self)
    var writer = JSONWriter()
    writer.string(text)
    try require(NaiveJSON.accepts(writer.bytes), "\(writer.bytes.quoted) is no JSON")
    try require(
        writer.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F },
        "\(writer.bytes.quoted) holds a control character"
    )
    var reader = JSONReader(writer.bytes[...])
    let read = try? reader.string()
    try require(read.map { Array($0.utf8) } == Array(text.utf8), "\(text.debugDescription) changes")
}

private func check(_ line: ManifestLine) throws(PropertyViolation) {
    for file in line.files {
        guard let range = file.range else { continue }
        try require(range.lowerBound >= 0 && !range.isEmpty, "the range \(range)")
    }
}

private func check(_ error: BatchError, of bytes: [UInt8]) throws(PropertyViolation) {
    guard case .manifest(line: 1, _, let fault) = error else {
        throw PropertyViolation("\(error)")
    }
    if case .malformed(let offset) = fault {
        try require((0...bytes.count).contains(offset), "offset \(offset) of \(bytes.count)")
    }
    try requirePrintable("\(error)")
}

/// Whether a reader gets past the one value that is all of `bytes`.
private func skips(_ bytes: ArraySlice<UInt8>) -> Bool {
    var reader = JSONReader(bytes)
    do throws(JSONFault) {
        try reader.skipValue()
        try reader.finish()
        return true
    } catch {
        return false
    }
}
