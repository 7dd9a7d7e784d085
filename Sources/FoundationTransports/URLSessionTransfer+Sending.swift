internal import BodyStreaming
internal import Foundation
internal import Synchronization
internal import UploadHTTP

extension URLSessionTransfer {
    /// How often an observer hears of progress.
    private static let progressInterval = Duration.milliseconds(100)

    /// The body for the session, each time it asks; `nil` if there is none, or no other.
    func bodyStream() -> InputStream? {
        guard let vendor = state.withLock({ $0.vendor }) else { return nil }
        do throws(BodyError) {
            let stream = try vendor.stream { [weak self] event in self?.bodyMoved(event) }
            guard let stream else {
                end(with: .connectionLost)
                return nil
            }
            state.withLock { $0.rewind() }
            return stream
        } catch {
            end(with: .body(error))
            return nil
        }
    }

    private func bodyMoved(_ event: BodyInput.Event) {
        switch event {
        case .asked(let offset):
            #if canImport(FoundationNetworking)
            didSend(upTo: offset)
            #endif
        case .handed(let offset):
            state.withLock { state in
                state.clock.hasMoved = true
                state.isHanded = offset == state.bodyByteCount
            }
        case .finished:
            state.withLock { state in
                state.isHanded = true
                state.isSent = true
            }
        case .failed(.cancelled):
            // This side has stopped the stream.
            break
        case .failed(let error):
            end(with: .body(error))
        }
    }

    /// The system has taken the body's first bytes up to `offset`.
    ///
    /// On Linux that is so when it asks for the next ones: libcurl sends one buffer, all of it,
    /// before it fills the next. Apple's systems read ahead, but report what they send.
    func didSend(upTo offset: Int64) {
        let (isFirst, isDue) = state.withLock { state in
            let isFirst = state.move()
            state.sentByteCount = offset
            if offset == state.bodyByteCount { state.isSent = true }
            let now = ContinuousClock.now
            let isDue = isFirst || now >= state.nextReport
            if isDue { state.nextReport = now + Self.progressInterval }
            return (isFirst, isDue)
        }
        if isFirst { reportConnection() }
        if isDue { reportProgress() }
    }

    #if canImport(Darwin)
    /// The system tells afterwards which connection it took.
    func noteConnection(isReused: Bool) {
        state.withLock { $0.isReused = isReused }
    }
    #endif

    func reportConnection() {
        relay?.send { .connected(reused: state.withLock { $0.isReused }) }
    }

    /// Tells the observer how far the body has come.
    func reportProgress() {
        relay?.send {
            state.withLock { state in
                guard state.vendor != nil, state.isConnected else { return nil }
                return .progress(
                    TransferProgress(
                        sent: state.sentByteCount,
                        acknowledged: state.sentByteCount,
                        total: state.bodyByteCount
                    )
                )
            }
        }
    }
}
