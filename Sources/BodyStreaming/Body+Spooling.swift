extension Body {
    /// Reads the whole body into a temporary file and returns that file as a body.
    ///
    /// The new body has a length and can be read any number of times from any offset, whatever this
    /// one is made of. The file has no name and only this user could open it; its space is freed
    /// when the last body that holds it goes away, even if the process is killed.
    ///
    /// - Parameter options: Where the file is made, and how large it may be.
    /// - Returns: A body of the same bytes.
    /// - Throws: What reading this body throws, ``BodyError/spool(directory:offset:errno:)`` if the
    ///   file can't be made or the device is full, ``BodyError/spoolLimitExceeded(byteCount:)``.
    @concurrent
    public func spooled(_ options: SpoolOptions = SpoolOptions()) async throws(BodyError) -> Body {
        if let limit = options.byteCountLimit, let length, length > limit {
            throw .spoolLimitExceeded(byteCount: limit)
        }
        let directory = options.directory
        let file: OpenFile
        do {
            let descriptor = try SystemCalls.openUnnamedFile(in: directory)
            file = OpenFile(owning: descriptor, path: directory)
        } catch {
            throw .spool(directory: directory, offset: 0, errno: error.number)
        }
        do {
            try await limited(to: options.byteCountLimit).write(to: file.descriptor)
        } catch .output(_, let offset, let errno) {
            throw .spool(directory: directory, offset: offset, errno: errno)
        }
        return Body(try FileRegion(file))
    }

    /// The same bytes, as a stream that fails at its `limit` if only reading tells the length.
    private func limited(to limit: Int64?) -> Body {
        guard let limit, length == nil else { return self }
        return Body(
            BodyStream(label: "the body to spool", replayability: replayability) { sink in
                var rest = limit
                for try await chunk in chunks(of: 262_144) {
                    rest -= Int64(chunk.count)
                    guard rest >= 0 else { throw BodyError.spoolLimitExceeded(byteCount: limit) }
                    try await sink(chunk)
                }
            }
        )
    }
}
