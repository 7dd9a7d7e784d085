/// Consecutive segments that are kept in a smaller form and made when they are asked for.
///
/// None is a stream, so that nobody has to make them to look for one, and none is made twice while
/// a body is read in order.
package protocol LazySegments: Sendable {
    /// The number of segments; at least 1.
    var count: Int { get }

    /// The exact size of all segments in bytes.
    var byteCount: Int64 { get }

    /// Makes the segment at `index`.
    func segment(at index: Int) -> BodySegment

    /// Where the segment at `index` starts, counted from the start of the first one.
    func start(ofSegmentAt index: Int) -> Int64
}

extension LazySegments {
    /// The first segment that starts at `offset` or behind it; `count` if none does.
    func firstIndex(startingFrom offset: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if start(ofSegmentAt: middle) < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
