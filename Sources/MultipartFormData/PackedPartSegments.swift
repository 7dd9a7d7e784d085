import BodyStreaming

/// The segments of packed parts: for each its framing and its content.
struct PackedPartSegments: LazySegments {
    private let run: PackedPartRun

    /// What stands between the contents.
    private let framing: FormFraming

    /// Whether the line breaks of texts become CRLF.
    private let normalizesLineBreaks: Bool

    /// Whether the form starts with these parts.
    private let isFirst: Bool

    /// Where each block of the run starts.
    private let blockStarts: [Int64]

    let byteCount: Int64

    /// Lays out the parts of `run`.
    ///
    /// - Parameters:
    ///   - run: The parts.
    ///   - framing: What stands between their contents.
    ///   - normalizesLineBreaks: Whether the line breaks of texts become CRLF.
    ///   - startIndex: The index of the first part in the form.
    ///   - maximumByteCount: How long all segments may be together.
    /// - Throws: A ``MultipartError`` that names the first bad part.
    init(
        _ run: PackedPartRun,
        framing: FormFraming,
        normalizesLineBreaks: Bool,
        startIndex: Int,
        maximumByteCount: Int64
    ) throws(MultipartError) {
        self.run = run
        self.framing = framing
        self.normalizesLineBreaks = normalizesLineBreaks
        isFirst = startIndex == 0
        var starts: [Int64] = []
        starts.reserveCapacity(run.count / PackedPartRun.blockCount + 1)
        var end: Int64 = isFirst ? -Int64(FormFraming.lineBreakByteCount) : 0
        var buffer: [UInt8] = []
        buffer.reserveCapacity(FormFraming.usualByteCount)
        var validKindCount = 0
        for (index, entry) in run.entries().enumerated() {
            if index.isMultiple(of: PackedPartRun.blockCount) { starts.append(end) }
            let partIndex = startIndex + index
            if case .file = entry.content, entry.kindIndex == validKindCount {
                try MultipartPart.validate(
                    contentType: run.kinds[entry.kindIndex].contentType,
                    index: partIndex
                )
                validKindCount += 1
            }
            try DispositionParameter.name.validate(run.bytes[entry.name], part: partIndex)
            if let filename = run.filename(of: entry) {
                try DispositionParameter.filename.validate(filename, part: partIndex)
            }
            let framingByteCount = framing.byteCount(of: entry, in: run, using: &buffer)
            let contentByteCount = Self.byteCount(of: entry, in: run, normalizesLineBreaks)
            guard contentByteCount <= maximumByteCount - framingByteCount - end else {
                throw .lengthOverflow(part: partIndex)
            }
            end += framingByteCount + contentByteCount
        }
        blockStarts = starts
        byteCount = end
    }

    var count: Int { 2 * run.count }

    func segment(at index: Int) -> BodySegment {
        let entry = run.entry(at: index / 2)
        guard index.isMultiple(of: 2) else { return content(of: entry) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(FormFraming.usualByteCount)
        framing.appendFraming(of: entry, in: run, to: &bytes)
        if isFirst, index == 0 { bytes.removeFirst(FormFraming.lineBreakByteCount) }
        return .generated(
            PackedPartFraming(
                fieldName: run.name(of: entry),
                contentType: run.contentType(of: entry),
                bytes: bytes
            )
        )
    }

    func start(ofSegmentAt index: Int) -> Int64 {
        guard index > 0 else { return 0 }
        let (part, block) = (index / 2, index / 2 / PackedPartRun.blockCount)
        var start = blockStarts[block]
        var buffer: [UInt8] = []
        var entries = run.entries(fromBlock: block)
        for _ in block * PackedPartRun.blockCount..<part {
            guard let entry = entries.next() else { break }
            start += framing.byteCount(of: entry, in: run, using: &buffer)
            start += Self.byteCount(of: entry, in: run, normalizesLineBreaks)
        }
        if !index.isMultiple(of: 2), let entry = entries.next() {
            start += framing.byteCount(of: entry, in: run, using: &buffer)
        }
        return start
    }

    private func content(of entry: PackedPartEntry) -> BodySegment {
        switch entry.content {
        case .file: .file(run.region(of: entry))
        case .text(let range) where normalizesLineBreaks:
            .bytes(LineBreaks.normalized(run.bytes[range]))
        case .text(let range): .bytes(Array(run.bytes[range]))
        }
    }

    private static func byteCount(
        of entry: PackedPartEntry,
        in run: PackedPartRun,
        _ normalizesLineBreaks: Bool
    ) -> Int64 {
        switch entry.content {
        case .file: entry.byteCount
        case .text(let range) where normalizesLineBreaks:
            Int64(LineBreaks.normalizedByteCount(run.bytes[range]))
        case .text(let range): Int64(range.count)
        }
    }
}

extension FormFraming {
    /// The number of bytes in front of a packed part, which are written to `buffer`.
    fileprivate func byteCount(
        of entry: PackedPartEntry,
        in run: PackedPartRun,
        using buffer: inout [UInt8]
    ) -> Int64 {
        buffer.removeAll(keepingCapacity: true)
        appendFraming(of: entry, in: run, to: &buffer)
        return Int64(buffer.count)
    }
}
