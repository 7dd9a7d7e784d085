extension OutputSpan<UInt8> {
    /// Lets `fill` write up to `limit` bytes behind those that are there.
    ///
    /// - Parameters:
    ///   - limit: The most bytes to append; what is free bounds it too.
    ///   - fill: Writes to the start of the memory it gets and returns how many bytes it wrote.
    /// - Returns: The number of bytes appended.
    /// - Throws: What `fill` throws; nothing is appended then.
    @inline(__always)
    package mutating func append<Failure: Error>(
        atMost limit: Int,
        _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        try unsafe withUnsafeMutableBufferPointer { buffer, initializedCount throws(Failure) in
            let end = initializedCount + min(limit, buffer.count - initializedCount)
            let memory = unsafe UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(buffer)[initializedCount..<end]
            )
            let count = try unsafe fill(memory)
            precondition(count <= end - initializedCount, "more bytes were written than asked for")
            initializedCount += count
            return count
        }
    }

    /// Appends the elements of `bytes` from `position` on until they end or no room is left.
    ///
    /// - Returns: The number of bytes appended.
    package mutating func append(contentsOf bytes: [UInt8], from position: Int) -> Int {
        unsafe append(atMost: bytes.count - position) { memory in
            unsafe bytes.withUnsafeBytes { source in
                unsafe memory.copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: source[position..<position + memory.count]
                    )
                )
            }
            return memory.count
        }
    }
}
