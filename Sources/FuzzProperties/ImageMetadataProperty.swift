import ImageSniffing

/// The blocks of metadata stand one behind the other in the file, and a JPEG or PNG without them
/// is the same picture.
func checkImageMetadata(_ input: Span<UInt8>) throws(PropertyViolation) {
    let bytes = [UInt8](input)
    let byteCount = Int64(bytes.count)
    let sniffer = ImageSniffer()
    let source = CountedBytes(bytes)
    let fromSource = sniffer.metadata(from: source)
    try source.requireBudget(sniffer.budget)
    let map = sniffer.metadata(prefix: bytes.span, byteCount: byteCount)
    if source.readCount < sniffer.budget.readCount {
        try require(fromSource == map, "from a source: \(String(describing: fromSource))")
    }
    guard let map else { return }

    var end: Int64 = 0
    for block in map.blocks {
        try require(block.range.lowerBound >= end, "\(block) overlaps the one before")
        try require(
            block.range.lowerBound <= block.payload.lowerBound
                && block.payload.upperBound <= block.range.upperBound,
            "\(block) doesn't hold its payload"
        )
        end = block.range.upperBound
    }
    let before = sniffer.sniff(prefix: bytes.span, byteCount: byteCount)
    guard map.isComplete, before.header != nil, [.jpeg, .png].contains(map.format) else { return }
    try require(end <= byteCount, "a block ends at \(end), behind the file's end")

    // Decoders skip bytes of a JPEG that belong to no segment; without the segment before them they
    // may come to stand behind what makes a marker of them.
    let areFollowedByMarkers = map.blocks.allSatisfy { block in
        block.range.upperBound < byteCount && bytes[Int(block.range.upperBound)] == 0xFF
    }
    guard map.format == .png || areFollowedByMarkers else { return }

    var stripped = bytes
    for block in map.blocks.reversed() {
        stripped.removeSubrange(Int(block.range.lowerBound)..<Int(block.range.upperBound))
    }
    let after = sniffer.sniff(prefix: stripped.span, byteCount: Int64(stripped.count))
    try require(
        before.format == after.format && before.header?.storedSize == after.header?.storedSize,
        "without metadata \(before) is \(after)"
    )
    let rest = sniffer.metadata(prefix: stripped.span, byteCount: Int64(stripped.count))
    try require(rest?.blocks.isEmpty == true, "\(String(describing: rest)) is left")
}
