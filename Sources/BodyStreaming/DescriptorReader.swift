import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads a descriptor that can keep a reader waiting, on a thread of its own.
///
/// The flags of a descriptor that was handed to the process stay as they are: `O_NONBLOCK` belongs
/// to the open file, which other processes may share.
final class DescriptorReader: Sendable {
    /// The most bytes of one chunk: what a pipe holds.
    private static let chunkByteCount = 65_536

    private struct State {
        /// Who waits for the next chunk.
        var request: CheckedContinuation<[UInt8], any Error>?
        var isCancelled = false
    }

    private let path: LocalPath
    private let descriptor: OwnedDescriptor
    private let signal: WakeSignal
    private let state = Mutex(State())

    /// Opens `path` and offers what can be read from it to `sink`, until the end.
    static func run(
        path: LocalPath,
        offeringTo sink: (consuming [UInt8]) async throws -> Void
    ) async throws {
        let reader = try DescriptorReader(path)
        defer { reader.cancel() }
        while true {
            let chunk = try await reader.next()
            guard !chunk.isEmpty else { return }
            try await sink(chunk)
        }
    }

    private init(_ path: LocalPath) throws(BodyError) {
        self.path = path
        do {
            descriptor =
                if let number = path.standardDescriptor {
                    try SystemCalls.duplicate(number)
                } else {
                    try SystemCalls.openForReading(path, isNonBlocking: true)
                }
            signal = try WakeSignal()
        } catch {
            throw .fileSystem(operation: .open, path: path, errno: error.number)
        }
        do {
            // The thread keeps the reader alive until it is cancelled.
            try DetachedThread.start { self.serveRequests() }
        } catch {
            throw .fileSystem(operation: .open, path: path, errno: error.number)
        }
    }

    /// The next bytes; none at the end.
    private func next() async throws -> [UInt8] {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if !state.isCancelled { state.request = continuation }
                    return state.isCancelled
                }
                guard !isCancelled else {
                    return continuation.resume(throwing: CancellationError())
                }
                signal.raise()
            }
        } onCancel: {
            cancel()
        }
    }

    private func cancel() {
        state.withLock { $0.isCancelled = true }
        signal.raise()
    }

    /// Answers requests until the reader is cancelled.
    private func serveRequests() {
        while true {
            let (isWanted, isCancelled) = state.withLock { ($0.request != nil, $0.isCancelled) }
            if isCancelled { return answer(.failure(CancellationError())) }
            do {
                let isReadable = try signal.wait(
                    for: isWanted ? descriptor.rawValue : nil,
                    CInt(POLLIN)
                )
                guard isReadable else { continue }
                answer(.success(try readChunk()))
            } catch  where error.number == EAGAIN {
                continue
            } catch {
                answer(
                    .failure(
                        BodyError.fileSystem(operation: .read, path: path, errno: error.number)
                    )
                )
            }
        }
    }

    private func readChunk() throws(SystemCallError) -> [UInt8] {
        try [UInt8](capacity: Self.chunkByteCount) { output throws(SystemCallError) in
            _ = try unsafe output.append(atMost: Self.chunkByteCount) {
                memory throws(SystemCallError) in
                try unsafe SystemCalls.read(descriptor.rawValue, into: memory)
            }
        }
    }

    private func answer(_ result: Result<[UInt8], any Error>) {
        state.withLock { $0.request.take() }?.resume(with: result)
    }
}
