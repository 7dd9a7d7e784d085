internal import UploadHTTP

extension TransferState {
    /// Takes the head of the final response.
    mutating func take(_ head: ResponseHead, for request: Request) {
        self.head = head
        isEarly = !isHanded
        // The peer has answered to bytes of which the system may not have told yet.
        sentByteCount = possiblySentByteCount
        let hasNone = request.method == "HEAD" || head.status == 204 || head.status == 304
        announcedByteCount = hasNone ? 0 : head.announcedByteCount
        if let announcedByteCount { sink.reserve(announcedByteCount) }
    }

    /// Whether the content is known to be all there.
    var hasAllContent: Bool { announcedByteCount.map { sink.byteCount >= $0 } ?? false }

    /// A connection that was lost had been there, even if nobody told.
    fileprivate func progress(for kind: TransportError.Kind) -> RequestProgress {
        if kind.isBeforeRequest { return .notSent }
        if case .connectionLost = kind, progress == .notSent { return .partlySent }
        return progress
    }
}

extension URLSessionTransfer {
    /// Makes the response; the content ends here.
    func response(_ head: ResponseHead, _ state: inout TransferState) -> Outcome {
        do throws(TransportError) {
            return .success(
                Response(
                    head: head,
                    body: try state.sink.finish(),
                    progress: state.progress,
                    bodyByteCountSent: state.possiblySentByteCount,
                    bodyWasRead: state.bodyWasRead,
                    connectionWasReused: state.isReused
                )
            )
        } catch {
            return .failure(self.error(error.kind, state))
        }
    }

    /// Makes the error.
    func error(
        _ kind: TransportError.Kind,
        _ state: borrowing TransferState,
        _ library: LibraryFailure? = nil
    ) -> TransportError {
        TransportError(
            kind,
            phase: kind.isBeforeRequest ? .connecting : state.phase,
            progress: state.progress(for: kind),
            bodyByteCountSent: state.possiblySentByteCount,
            bodyWasRead: state.bodyWasRead,
            connectionWasReused: state.isReused,
            responseHead: state.head,
            library: library
        )
    }
}
