internal import Synchronization

/// A fixed number of encoders for pieces that are encoded at the same time.
///
/// An encoder goes from one piece to the next that waits without a detour through whoever collects
/// the results, so that a slow receiver keeps no processor idle.
final class BodyPieceEncoderPool: Sendable {
    private let coding: ContentCoding
    private let options: CompressionOptions
    private let state: Mutex<State>

    private struct State {
        var idle: [Worker]
        var waiting: [CheckedContinuation<Worker, Never>] = []
    }

    /// Creates a pool that encodes `count` pieces at a time.
    init(count: Int, coding: ContentCoding, options: CompressionOptions) {
        self.coding = coding
        self.options = options
        state = Mutex(State(idle: (0..<count).map { _ in Worker() }))
    }

    /// Encodes `piece` as soon as an encoder is free; pieces that wait are served in order.
    func encode(
        _ piece: BodyPiece
    ) async throws(CompressionError) -> BodyPieceEncoder.Encoded {
        let worker = await acquire()
        defer { release(worker) }
        return try worker.encode(piece, coding, options)
    }

    private func acquire() async -> Worker {
        await withCheckedContinuation { continuation in
            let worker = state.withLock { state -> Worker? in
                if let worker = state.idle.popLast() { return worker }
                state.waiting.append(continuation)
                return nil
            }
            if let worker { continuation.resume(returning: worker) }
        }
    }

    private func release(_ worker: Worker) {
        let next = state.withLock { state -> CheckedContinuation<Worker, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.idle.append(worker)
            return nil
        }
        next?.resume(returning: worker)
    }

    /// One encoder, made for its first piece.
    private final class Worker: Sendable {
        private let encoder = Mutex<BodyPieceEncoder?>(nil)

        func encode(
            _ piece: BodyPiece,
            _ coding: ContentCoding,
            _ options: CompressionOptions
        ) throws(CompressionError) -> BodyPieceEncoder.Encoded {
            try encoder.withLock { slot throws(CompressionError) in
                var encoder: BodyPieceEncoder
                if let idle = slot.take() {
                    encoder = idle
                } else {
                    encoder = try BodyPieceEncoder(coding: coding, options: options)
                }
                let encoded = try encoder.encode(piece)
                slot = consume encoder
                return encoded
            }
        }
    }
}
