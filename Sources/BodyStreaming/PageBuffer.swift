/// Memory that starts at a page, for reads and writes.
@safe
package struct PageBuffer: ~Copyable {
    /// The memory; its content is what was written to it last.
    package let memory: UnsafeMutableRawBufferPointer

    package init(byteCount: Int) {
        unsafe memory = .allocate(byteCount: byteCount, alignment: 16_384)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// Lets `fill` append to the first `limit` bytes, behind the first `count` that are kept.
    ///
    /// - Returns: What `fill` returns, and the number of bytes at the start that are in use then.
    package mutating func append<Result, Failure: Error>(
        to count: Int,
        upTo limit: Int,
        _ fill: (inout OutputSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, count: Int) {
        let bytes = unsafe UnsafeMutableBufferPointer(
            start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
            count: limit
        )
        var output = unsafe OutputSpan(buffer: bytes, initializedCount: count)
        let result = try fill(&output)
        return (result, unsafe output.finalize(for: bytes))
    }
}
