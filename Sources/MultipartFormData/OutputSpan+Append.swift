extension OutputSpan where Element == UInt8 {
    /// Appends the bytes of `array` from `start` on, as far as there is room.
    mutating func append(_ array: [UInt8], from start: Int) {
        append(array, in: start..<array.count)
    }

    /// Appends the bytes of `array` in `range`, as far as there is room.
    mutating func append(_ array: [UInt8], in range: Range<Int>) {
        let count = Swift.min(range.count, freeCapacity)
        guard count > 0 else { return }
        let source = range.lowerBound..<(range.lowerBound + count)
        unsafe withUnsafeMutableBufferPointer { buffer, initializedCount in
            let free = unsafe UnsafeMutableBufferPointer(
                rebasing: buffer[initializedCount..<(initializedCount + count)]
            )
            unsafe array.withUnsafeBufferPointer { bytes in
                _ = unsafe free.initialize(from: bytes[source])
            }
            initializedCount += count
        }
    }
}
