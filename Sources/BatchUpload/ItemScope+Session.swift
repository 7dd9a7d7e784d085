public import UploadHTTP

extension ItemScope where Client == UploadSession {
    /// Sends `request` and returns the answer if it is a success; the progress goes into the events
    /// of the batch.
    ///
    /// - Parameter request: What to send.
    /// - Returns: An answer with a status from 200 to 299, which came after the whole body.
    /// - Throws: ``UnsuccessfulUpload`` if the upload ended in any other way.
    public func send(_ request: Request) async throws(UnsuccessfulUpload) -> Response {
        let result = await upload(request)
        guard result.outcome == .succeeded, let response = result.response else {
            throw UnsuccessfulUpload(result)
        }
        return response
    }

    /// Sends `request` and returns how that ended; the progress goes into the events of the batch.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - observer: Called with each event, on any thread, one after the other; it must not block.
    /// - Returns: The outcome, with the answer or the error.
    public func upload(
        _ request: Request,
        observer: (@Sendable (UploadEvent) -> Void)? = nil
    ) async -> UploadResult {
        await client.send(request, observer: forwarding(to: observer))
    }

    /// What an upload of the item has to be observed by: `observer`, and the events of the batch.
    func forwarding(
        to observer: (@Sendable (UploadEvent) -> Void)?
    ) -> (@Sendable (UploadEvent) -> Void)? {
        guard events != nil else { return observer }
        return { event in
            observer?(event)
            switch event {
            case .progress(let progress): report(progress)
            case .retrying(let delay, _): reportRetry(after: delay)
            default: break
            }
        }
    }
}

/// An upload that ended in another way than with a success.
public struct UnsuccessfulUpload: OutcomeError {
    /// How the upload ended.
    public let result: UploadResult

    /// Creates the error.
    public init(_ result: UploadResult) {
        self.result = result
    }

    /// The outcome of the upload is that of the item.
    public var outcomeKind: OutcomeKind { OutcomeKind(result.outcome) }
}

extension UnsuccessfulUpload: CustomStringConvertible {
    /// One line that says what happened.
    public var description: String {
        let reason = result.error.map { "\($0)" } ?? "it ended as \(result.outcome.rawValue)"
        return "\(result.url): \(reason)"
    }
}

extension OutcomeKind {
    /// The same outcome in the terms of a batch.
    public init(_ outcome: UploadOutcome) {
        self =
            switch outcome {
            case .succeeded: .succeeded
            case .failed: .failed
            case .cancelled: .cancelled
            case .unknown: .unknown
            case .respondedEarly: .respondedEarly
            }
    }
}
