/// Cuts bytes that come in pieces into lines.
package struct LineSplitter: Sendable {
    /// A line without its end.
    package struct Line {
        /// The bytes; a carriage return before the end is not among them.
        package let bytes: ArraySlice<UInt8>
        /// The number of the line, from 1.
        package let number: Int
        /// Where it starts in all the bytes.
        package let offset: Int64
        /// Whether it has an end; only the last one may have none.
        package let isComplete: Bool
    }

    private let separator: UInt8
    private var buffer: [UInt8] = []
    private var start = 0
    /// Up to where there is no separator.
    private var scanned = 0
    private var number = 0
    private var offset: Int64 = 0

    /// Creates a splitter.
    ///
    /// - Parameter separator: The byte that ends a line; a line feed by default.
    package init(separator: UInt8 = UInt8(ascii: "\n")) {
        self.separator = separator
    }

    /// How many lines were taken.
    package var lineCount: Int { number }

    /// How many bytes wait for the end of their line.
    package var pendingByteCount: Int { buffer.count - start }

    /// Adds up to `count` bytes that `fill` appends.
    package mutating func append<Failure: Error>(
        atMost count: Int,
        _ fill: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        try buffer.append(addingCapacity: count, initializingWith: fill)
    }

    /// Takes the next line that has an end.
    package mutating func next() -> Line? {
        guard let end = buffer[scanned...].firstIndex(of: separator) else {
            scanned = buffer.count
            return nil
        }
        return take(upTo: end, isComplete: true)
    }

    /// Takes what is left behind the last end.
    package mutating func last() -> Line? {
        start < buffer.count ? take(upTo: buffer.count, isComplete: false) : nil
    }

    private mutating func take(upTo end: Int, isComplete: Bool) -> Line {
        var bytes = buffer[start..<end]
        if separator == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        number += 1
        let line = Line(bytes: bytes, number: number, offset: offset, isComplete: isComplete)
        let next = isComplete ? end + 1 : end
        offset += Int64(next - start)
        start = next
        scanned = next
        return line
    }
}
