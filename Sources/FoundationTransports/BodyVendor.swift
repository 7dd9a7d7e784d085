package import BodyStreaming
package import Foundation
internal import Synchronization

/// Gives a session the body of one request: a new stream each time.
///
/// A session asks again when it repeats the request by itself, because its connection turned out to
/// be dead. That is refused where the body can't be read again, and where a peer that has got some
/// of it might carry out the request twice.
package final class BodyVendor: Sendable {
    private struct State {
        var input: BodyInput?
        var wasRead = false
        var isStopped = false
    }

    private let body: Body
    private let isRepeatable: Bool
    private let state = Mutex(State())

    /// Creates a vendor.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - isRepeatable: Whether a peer may get them twice.
    package init(_ body: Body, isRepeatable: Bool) {
        self.body = body
        self.isRepeatable = isRepeatable
    }

    /// Whether any byte was read.
    package var wasRead: Bool { state.withLock { $0.wasRead } }

    /// A stream of the whole body; the one before it fails from here on.
    ///
    /// - Returns: `nil` if it is refused.
    /// - Throws: What makes the body unreadable.
    package func stream() throws(BodyError) -> InputStream? {
        try stream { _ in }
    }

    /// A stream as ``stream()`` gives it, whose reading is observed.
    func stream(
        observer: @escaping @Sendable (BodyInput.Event) -> Void
    ) throws(BodyError) -> InputStream? {
        let mayRepeat = body.replayability == .always && isRepeatable
        let (previous, isRefused) = state.withLock { state in
            (state.input, state.input != nil && state.wasRead && !mayRepeat)
        }
        // A session on Linux that gets no new stream goes on with the old one.
        previous?.stop()
        guard !isRefused else { return nil }
        let input = try BodyInput(body) { [weak self] event in
            if case .handed = event { self?.noteRead() }
            observer(event)
        }
        let isStopped = state.withLock { state in
            state.input = input
            return state.isStopped
        }
        if isStopped { input.stop() }
        return BodyInputStream(input)
    }

    /// Ends all reading, also of streams that are vended later.
    func stop() {
        let input = state.withLock { state in
            state.isStopped = true
            return state.input
        }
        input?.stop()
    }

    private func noteRead() {
        state.withLock { $0.wasRead = true }
    }
}
