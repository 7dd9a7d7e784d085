/// The segments of a ``Body`` in the order in which they are sent.
///
/// Some are kept, others are made when they are asked for: a form of a hundred thousand files has
/// two segments for each of them.
public struct BodySegments: Sendable {
    /// One segment that is kept, or several that are made.
    fileprivate enum Run: Sendable {
        case segment(BodySegment)
        indirect case lazy(any LazySegments)
    }

    private var runs: [Run]

    /// Where each run starts in the body; the runs behind a segment of unknown length have no entry.
    private var starts: [Int64]

    /// The index of the first segment of each run.
    private var firstIndices: [Int]

    /// The number of segments.
    public private(set) var endIndex: Int

    init() {
        runs = []
        starts = []
        firstIndices = []
        endIndex = 0
    }

    init(_ segment: BodySegment) {
        runs = [.segment(segment)]
        starts = [0]
        firstIndices = [0]
        endIndex = 1
    }

    init(_ segments: some LazySegments) {
        runs = [.lazy(segments)]
        starts = [0]
        firstIndices = [0]
        endIndex = segments.count
    }

    /// The greatest start of a run; 0 if there are none.
    var lastStart: Int64 { starts.last ?? 0 }

    /// Appends segments that start at `offset`, which is `nil` behind a segment of unknown length.
    mutating func append(_ other: BodySegments, at offset: Int64?) {
        if let offset {
            for start in other.starts { starts.append(offset + start) }
        }
        for index in other.firstIndices { firstIndices.append(endIndex + index) }
        runs.append(contentsOf: other.runs)
        endIndex += other.endIndex
    }

    /// The streams among the segments from `index` on.
    func streams(from index: Int = 0) -> some Sequence<BodyStream> {
        runs[runIndex(ofSegmentAt: index)...].lazy.compactMap { run in
            if case .segment(.stream(let stream)) = run { stream } else { nil }
        }
    }

    /// The segment that holds the byte at `offset`, and the position in it.
    ///
    /// Behind a segment of unknown length nothing can be found: the position in that segment is
    /// returned then. Empty segments count to what follows them: they come before it.
    func position(at offset: Int64) -> (index: Int, position: Int64) {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = low + (high - low) / 2
            if starts[middle] < offset { low = middle + 1 } else { high = middle }
        }
        // `low` is the first run that starts at the offset or behind it. An empty segment at the
        // end of the run before it starts there too.
        if low > 0, case .lazy(let segments) = runs[low - 1] {
            let position = offset - starts[low - 1]
            let index = segments.firstIndex(startingFrom: position)
            let first = firstIndices[low - 1]
            if index < segments.count, segments.start(ofSegmentAt: index) == position {
                return (first + index, 0)
            }
            if low == starts.count || starts[low] > offset {
                return (first + index - 1, position - segments.start(ofSegmentAt: index - 1))
            }
        }
        if low < starts.count, starts[low] == offset { return (firstIndices[low], 0) }
        return low > 0 ? (firstIndices[low - 1], offset - starts[low - 1]) : (0, 0)
    }

    /// Where the segment at `index` starts; `nil` behind a segment of unknown length.
    func start(ofSegmentAt index: Int) -> Int64? {
        let runIndex = runIndex(ofSegmentAt: index)
        guard runIndex < starts.count else { return nil }
        switch runs[runIndex] {
        case .segment: return starts[runIndex]
        case .lazy(let segments):
            let start = segments.start(ofSegmentAt: index - firstIndices[runIndex])
            return starts[runIndex] + start
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
            if firstIndices[middle] <= index { low = middle } else { high = middle }
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
        let runIndex = runIndex(ofSegmentAt: index)
        return switch runs[runIndex] {
        case .segment(let segment): segment
        case .lazy(let segments): segments.segment(at: index - firstIndices[runIndex])
        }
    }

    /// Returns an iterator that starts at the first segment.
    public func makeIterator() -> Iterator { makeIterator(from: 0) }

    /// An iterator that starts at the segment at `index`, or at the end.
    func makeIterator(from index: Int) -> Iterator {
        let runIndex = runIndex(ofSegmentAt: index)
        let first = runIndex < runs.count ? firstIndices[runIndex] : index
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
            switch runs[runIndex] {
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
