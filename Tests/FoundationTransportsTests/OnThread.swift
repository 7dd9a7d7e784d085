import Foundation

/// Runs `work` on a thread of its own: reads that wait for a stream must not hold a thread of the
/// pool in which the stream runs.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
