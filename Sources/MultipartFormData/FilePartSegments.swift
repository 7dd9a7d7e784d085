import BodyStreaming

/// The segments of packed files: for each its framing and its bytes.
struct FilePartSegments: LazySegments {
    private let run: FilePartRun

    /// What stands between the files.
    private let framing: FormFraming

    /// Whether the form starts with these files.
    private let isFirst: Bool

    /// Where each block of the run starts.
    private let blockStarts: [Int64]

    let byteCount: Int64

    /// Lays out the files of `run`.
    ///
    /// - Parameters:
    ///   - run: The files.
    ///   - framing: What stands between them.
    ///   - startIndex: The index of the first file's part in the form.
    ///   - maximumByteCount: How long all segments may be together.
    /// - Throws: A ``MultipartError`` that names the first bad part.
    init(
        _ run: FilePartRun,
        framing: FormFraming,
        startIndex: Int,
        maximumByteCount: Int64
    ) throws(MultipartError) {
        self.run = run
        self.framing = framing
        isFirst = startIndex == 0
        var starts: [Int64] = []
        starts.reserveCapacity(run.count / FilePartRun.blockCount + 1)
        var end: Int64 = isFirst ? -Int64(FormFraming.lineBreakByteCount) : 0
        var buffer: [UInt8] = []
        var validKindCount = 0
        for (index, entry) in run.entries().enumerated() {
            if index.isMultiple(of: FilePartRun.blockCount) { starts.append(end) }
            let partIndex = startIndex + index
            if entry.kindIndex == validKindCount {
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
            guard entry.byteCount <= maximumByteCount - framingByteCount - end else {
                throw .lengthOverflow(part: partIndex)
            }
            end += framingByteCount + entry.byteCount
        }
        blockStarts = starts
        byteCount = end
    }

    var count: Int { 2 * run.count }

    func segment(at index: Int) -> BodySegment {
        let entry = run.entry(at: index / 2)
        guard index.isMultiple(of: 2) else { return .file(run.region(of: entry)) }
        var bytes: [UInt8] = []
        framing.appendFraming(of: entry, in: run, to: &bytes)
        if isFirst, index == 0 { bytes.removeFirst(FormFraming.lineBreakByteCount) }
        return .generated(FilePartFraming(fieldName: run.name(of: entry), bytes: bytes))
    }

    func start(ofSegmentAt index: Int) -> Int64 {
        guard index > 0 else { return 0 }
        let (part, block) = (index / 2, index / 2 / FilePartRun.blockCount)
        var start = blockStarts[block]
        var buffer: [UInt8] = []
        var entries = run.entries(fromBlock: block)
        for _ in block * FilePartRun.blockCount..<part {
            guard let entry = entries.next() else { break }
            start += framing.byteCount(of: entry, in: run, using: &buffer) + entry.byteCount
        }
        if !index.isMultiple(of: 2), let entry = entries.next() {
            start += framing.byteCount(of: entry, in: run, using: &buffer)
        }
        return start
    }
}

extension FormFraming {
    /// The number of bytes in front of a packed file, which are written to `buffer`.
    fileprivate func byteCount(
        of entry: FilePartEntry,
        in run: FilePartRun,
        using buffer: inout [UInt8]
    ) -> Int64 {
        buffer.removeAll(keepingCapacity: true)
        appendFraming(of: entry, in: run, to: &buffer)
        return Int64(buffer.count)
    }
}
