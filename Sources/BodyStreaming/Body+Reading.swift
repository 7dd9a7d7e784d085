extension Body {
    /// A reader that starts at `offset`.
    ///
    /// Finding the offset takes O(log segments), but the middle of a stream is reached by reading
    /// it from its start.
    ///
    /// - Parameter offset: A position from 0 to ``length``.
    /// - Returns: A reader; it opens no file before its first read.
    /// - Throws: ``BodyError/offsetOutOfRange(offset:length:)``, or
    ///   ``BodyError/alreadyConsumed(label:)`` if a stream that can be read once was read.
    public func reader(at offset: Int64 = 0) throws(BodyError) -> BodyReader {
        guard offset >= 0, offset <= length ?? .max else {
            throw .offsetOutOfRange(offset: offset, length: length)
        }
        for stream in segments.streams(from: position(at: offset).index) where stream.isConsumed {
            throw .alreadyConsumed(label: stream.label)
        }
        return BodyReader(self, at: offset)
    }

    /// The bytes in chunks, read as they are asked for.
    ///
    /// - Parameter byteCount: The size of each chunk but the last, and those before a stream that
    ///   has no more bytes at the time.
    /// - Returns: A sequence that can be iterated as often as the body can be read.
    /// - Precondition: `byteCount` is positive.
    public func chunks(of byteCount: Int = 65_536) -> BodyChunks {
        BodyChunks(self, byteCount: byteCount)
    }
}
