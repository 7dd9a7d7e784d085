package import BodyStreaming

extension Body {
    /// All bytes from `offset` on, read `readByteCount` at a time.
    package func collected(
        from offset: Int64 = 0,
        readByteCount: Int = 4096
    ) async throws -> [UInt8] {
        var reader = try reader(at: offset)
        var bytes: [UInt8] = []
        while true {
            var outcome = BodyReadOutcome.finished
            try bytes.append(addingCapacity: readByteCount) { output throws(BodyError) in
                outcome = try reader.read(into: &output)
            }
            switch outcome {
            case .appended: continue
            case .finished: return bytes
            case .pending: await withCheckedContinuation { reader.whenReady($0.resume) }
            }
        }
    }
}
