import BodyStreaming

/// Memory that bodies are read into.
struct ReadBuffer {
    /// The bytes; those of the last read stand at the start.
    private(set) var bytes: [UInt8]

    /// Creates a buffer.
    init(byteCount: Int) {
        bytes = [UInt8](repeating: 0, count: byteCount)
    }

    /// Reads until the buffer is full or the body ends.
    ///
    /// - Returns: How many bytes were read; 0 at the end.
    mutating func fill(from reader: inout BodyReader) throws(BodyError) -> Int {
        var span = bytes.mutableSpan
        return try unsafe span.withUnsafeMutableBufferPointer { memory throws(BodyError) in
            var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
            _ = try reader.read(into: &output)
            return unsafe output.finalize(for: memory)
        }
    }
}
