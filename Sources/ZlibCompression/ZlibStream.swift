internal import CZlib

extension CompressionError {
    /// Creates the error for what a call of zlib returned.
    init(code: CInt) {
        self = code == Z_MEM_ERROR ? .outOfMemory : .zlib(code: code)
    }
}

extension UnsafeMutablePointer<z_stream> {
    /// Calls `step` with the input and the free part of the output set.
    ///
    /// zlib counts in 32 bits, so no more than 1 GiB of either is offered at once.
    ///
    /// - Parameters:
    ///   - input: What zlib may read.
    ///   - output: Where zlib may write.
    ///   - limit: The most bytes zlib may write.
    ///   - step: Calls zlib; its second argument tells whether all of the input was offered.
    /// - Returns: What `step` returned, and how many bytes of the input were consumed.
    func exchange(
        _ input: Span<UInt8>,
        _ output: inout OutputSpan<UInt8>,
        limit: Int = 1 << 30,
        _ step: (UnsafeMutablePointer<z_stream>, Bool) -> CInt
    ) -> (code: CInt, consumedByteCount: Int) {
        unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { sink, initializedCount in
                let offered = min(source.count, 1 << 30)
                let room = min(sink.count - initializedCount, limit)
                unsafe pointee.next_in = source.baseAddress
                unsafe pointee.avail_in = CUnsignedInt(offered)
                // zlib refuses a null pointer even where it may write nothing.
                unsafe pointee.next_out =
                    sink.baseAddress.map { unsafe $0 + initializedCount }
                    ?? UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt8.self)
                unsafe pointee.avail_out = CUnsignedInt(room)
                let code = unsafe step(self, offered == source.count)
                initializedCount += unsafe room - Int(pointee.avail_out)
                let consumed = unsafe offered - Int(pointee.avail_in)
                unsafe pointee.next_in = nil
                unsafe pointee.next_out = nil
                return (code, consumed)
            }
        }
    }
}
