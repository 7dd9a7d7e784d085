import BodyStreaming

/// Everything that is left in `reader`, read with outputs of `size` bytes.
///
/// - Precondition: The reader comes to no stream that is pending.
func readAll(_ reader: consuming BodyReader, size: Int) throws(BodyError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
        var outcome = BodyReadOutcome.pending
        let chunk = try [UInt8](capacity: size) { output throws(BodyError) in
            outcome = try reader.read(into: &output)
        }
        switch outcome {
        case .appended(let count):
            precondition(count == chunk.count && count > 0)
            bytes += chunk
        case .pending:
            preconditionFailure("a stream has no bytes yet")
        case .finished:
            precondition(chunk.isEmpty)
            return bytes
        }
    }
}

/// All bytes of `body`, by way of its chunks.
func collect(_ body: Body, of byteCount: Int = 65_536) async throws(BodyError) -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in body.chunks(of: byteCount) { bytes += chunk }
    return bytes
}

/// A stream of chunks that are in memory.
func stream(
    _ chunks: [[UInt8]],
    promising byteCount: Int64? = nil,
    replayability: Replayability = .always
) -> BodyStream {
    BodyStream(label: "chunks", byteCount: byteCount, replayability: replayability) {
        AsyncStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
    }
}

/// Bytes that are computed: each is its offset, modulo 251.
struct CountingBytes: GeneratedBytes {
    let byteCount: Int64

    func read(at offset: Int64, into output: inout OutputSpan<UInt8>) {
        for position in offset..<min(byteCount, offset + Int64(output.freeCapacity)) {
            output.append(UInt8(position % 251))
        }
    }
}

/// What the error of `work` says; `nil` if there is none.
func failure(_ work: () throws -> Void) -> String? {
    do {
        try work()
        return nil
    } catch {
        return error is BodyError ? "\(error)" : "not a BodyError: \(error)"
    }
}

/// What the error of `work` says; `nil` if there is none.
func failure(_ work: () async throws -> Void) async -> String? {
    do {
        try await work()
        return nil
    } catch {
        return error is BodyError ? "\(error)" : "not a BodyError: \(error)"
    }
}
