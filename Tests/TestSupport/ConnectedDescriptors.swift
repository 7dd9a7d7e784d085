import Foundation
import Synchronization

/// A pipe or socket pair: what is written to one end comes out of the other.
package final class ConnectedDescriptors: Sendable {
    /// The end that tests read.
    package let reading: CInt

    /// The end that tests write to.
    package let writing: CInt

    private let open: Mutex<Set<CInt>>

    private init(_ ends: [CInt]) {
        (reading, writing) = (ends[0], ends[1])
        open = Mutex(Set(ends))
    }

    /// A pipe.
    package static func pipe() -> ConnectedDescriptors {
        var ends: [CInt] = [-1, -1]
        let result = unsafe ends.withUnsafeMutableBufferPointer {
            unsafe Foundation.pipe($0.baseAddress!)
        }
        precondition(result == 0)
        return ConnectedDescriptors(ends)
    }

    /// A pair of stream sockets.
    package static func sockets() -> ConnectedDescriptors {
        var ends: [CInt] = [-1, -1]
        #if canImport(Darwin)
        let kind = SOCK_STREAM
        #else
        let kind = CInt(SOCK_STREAM.rawValue)
        #endif
        let result = unsafe ends.withUnsafeMutableBufferPointer {
            unsafe socketpair(AF_UNIX, kind, 0, $0.baseAddress!)
        }
        precondition(result == 0)
        return ConnectedDescriptors(ends)
    }

    /// Closes one end; the other is closed with the last reference at the latest.
    package func closeEnd(_ end: CInt) {
        if open.withLock({ $0.remove(end) }) != nil { close(end) }
    }

    /// Makes the writing end fail with `EAGAIN` instead of waiting.
    package func makeWritingNonBlocking() {
        _ = fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK)
    }

    /// Writes all of `bytes` to the writing end, waiting for room.
    package func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.write(writing, $0.baseAddress, $0.count)
            }
            precondition(count > 0)
            rest = rest.dropFirst(count)
        }
    }

    /// Reads what comes out, up to `limit` bytes or the end, on a thread of its own.
    package func drained(upTo limit: Int = .max) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 100_000)
                while bytes.count < limit {
                    let want = min(limit - bytes.count, chunk.count)
                    let count = unsafe chunk.withUnsafeMutableBytes {
                        unsafe read(reading, $0.baseAddress, want)
                    }
                    guard count > 0 else { break }
                    bytes += chunk[..<count]
                }
                continuation.resume(returning: bytes)
            }
        }
    }

    deinit {
        for end in open.withLock({ $0 }) { close(end) }
    }
}
