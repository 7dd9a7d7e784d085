/// The segments of a ``Body`` in the order in which they are sent.
///
/// Some are kept, others are made when they are asked for: a form of a hundred thousand files has
/// two segments for each of them.
public struct BodySegments: Sendable {
    /// One segment that is kept, or several that are made.
    fileprivate enum Content: Sendable {
        case segment(BodySegment)
        indirect case lazy(any LazySegments)
    }

    fileprivate struct Run: Sendable {
        let content: Content

        /// Where the run starts in the body; without a meaning behind a segment of unknown length.
        var start: Int64 = 0

        /// The index of its first segment.
        var firstIndex = 0
    }

    private var runs: [Run]

    /// How many runs have a start: those behind a segment of unknown length have none.
    private var startedCount: Int

    /// The number of segments.
    public private(set) var endIndex: Int

    init() {
        runs = []
        startedCount = 0
        endIndex = 0
    }

    init(_ segment: BodySegment) {
        runs = [Run(content: .segment(segment))]
        startedCount = 1
        endIndex = 1
    }

    init(_ segments: some LazySegments) {
        runs = [Run(content: .lazy(segments))]
        startedCount = 1
        endIndex = segments.count
    }

    /// The greatest start of a run; 0 if there are none.
    var lastStart: Int64 { startedCount > 0 ? runs[startedCount - 1].start : 0 }

    /// Appends segments that start at `offset`, which is `nil` behind a segment of unknown length.
    mutating func append(_ other: BodySegments, at offset: Int64?) {
        if endIndex == 0 {
            self = other
            return
        }
        for run in other.runs {
            var run = run
            run.start += offset ?? 0
            run.firstIndex += endIndex
            runs.append(run)
        }
        if offset != nil { startedCount += other.startedCount }
        endIndex += other.endIndex
    }

    /// The streams among the segments from `index` on.
    func streams(from index: Int = 0) -> some Sequence<BodyStream> {
        runs[runIndex(ofSegmentAt: index)...].lazy.compactMap { run in
            if case .segment(.stream(let stream)) = run.content { stream } else { nil }
        }
    }

    /// The segment that holds the byte at `offset`, and the position in it.
    ///
    /// Behind a segment of unknown length nothing can be found: the position in that segment is
    /// returned then. Empty segments count to what follows them: they come before it.
    func position(at offset: Int64) -> (index: Int, position: Int64) {
        var low = 0
        var high = startedCount
        while low < high {
            let middle = low + (high - low) / 2
            if runs[middle].start < offset { low = middle + 1 } else { high = middle }
        }
        // `low` is the first run that starts at the offset or behind it. An empty segment at the
        // end of the run before it starts there too.
        if low > 0, case .lazy(let segments) = runs[low - 1].content {
            let position = offset - runs[low - 1].start
            let index = segments.firstIndex(startingFrom: position)
            let first = runs[low - 1].firstIndex
            if index < segments.count, segments.start(ofSegmentAt: index) == position {
                return (first + index, 0)
            }
            if low == startedCount || runs[low].start > offset {
                return (first + index - 1, position - segments.start(ofSegmentAt: index - 1))
            }
        }
        if low < startedCount, runs[low].start == offset { return (runs[low].firstIndex, 0) }
        return low > 0 ? (runs[low - 1].firstIndex, offset - runs[low - 1].start) : (0, 0)
    }

    /// Where the segment at `index` starts; `nil` behind a segment of unknown length.
    func start(ofSegmentAt index: Int) -> Int64? {
        let runIndex = runIndex(ofSegmentAt: index)
        guard runIndex < startedCount else { return nil }
        let run = runs[runIndex]
        switch run.content {
        case .segment: return run.start
        case .lazy(let segments):
            return run.start + segments.start(ofSegmentAt: index - run.firstIndex)
        }
    }

    /// The run that holds the segment at `index`; the number of runs at the end.
    private func runIndex(ofSegmentAt index: Int) -> Int {
        guard index < endIndex else { return runs.count }
        guard runs.count < endIndex else { return index }
        var low = 0
        var high = runs.count
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if runs[middle].firstIndex <= index { low = middle } else { high = middle }
        }
        return low
    }
}

extension BodySegments: RandomAccessCollection {
    /// The index of the first segment: 0.
    public var startIndex: Int { 0 }

    /// The segment at `index`, in O(log segments).
    public subscript(index: Int) -> BodySegment {
        precondition(indices.contains(index), "there is no segment \(index)")
        let run = runs[runIndex(ofSegmentAt: index)]
        return switch run.content {
        case .segment(let segment): segment
        case .lazy(let segments): segments.segment(at: index - run.firstIndex)
        }
    }

    /// Returns an iterator that starts at the first segment.
    public func makeIterator() -> Iterator { makeIterator(from: 0) }

    /// An iterator that starts at the segment at `index`, or at the end.
    func makeIterator(from index: Int) -> Iterator {
        let runIndex = runIndex(ofSegmentAt: index)
        let first = runIndex < runs.count ? runs[runIndex].firstIndex : index
        return Iterator(runs: runs, runIndex: runIndex, index: index - first)
    }

    /// Walks through segments, making each once.
    public struct Iterator: IteratorProtocol, Sendable {
        private let runs: [Run]
        private var runIndex: Int

        /// The index of the next segment in its run.
        private var index: Int

        fileprivate init(runs: [Run], runIndex: Int, index: Int) {
            self.runs = runs
            self.runIndex = runIndex
            self.index = index
        }

        /// Returns the next segment, or `nil` behind the last.
        public mutating func next() -> BodySegment? {
            guard runIndex < runs.count else { return nil }
            switch runs[runIndex].content {
            case .segment(let segment):
                runIndex += 1
                return segment
            case .lazy(let segments):
                let segment = segments.segment(at: index)
                index += 1
                if index == segments.count {
                    runIndex += 1
                    index = 0
                }
                return segment
            }
        }
    }
}
