internal import BodyStreaming
internal import TransferLoops
internal import UploadHTTP

extension SocketTransfer {
    /// The response, when as much of it came as will come.
    func response() -> Result<Response, TransportError> {
        guard let head = answer.finalHead, content != nil else {
            preconditionFailure("a response without a head is complete")
        }
        do throws(TransportError) {
            // What came of an early answer before its connection broke is worth more than an error.
            let isCut = isEarly && !answer.isComplete
            var response = Response(
                head: head,
                body: try content?.finish(isCut: isCut) ?? .bytes([]),
                progress: isEarly ? .partlySent : .sent,
                bodyByteCountSent: bodyByteCountSent,
                bodyWasRead: bodyWasRead,
                connectionWasReused: isReused
            )
            response.trailers = answer.trailers
            return .success(response)
        } catch {
            return .failure(self.error(error.kind))
        }
    }

    /// The error that tells how far the request came.
    ///
    /// - Parameters:
    ///   - kind: What went wrong.
    ///   - failure: What the system says of it.
    /// - Returns: The error for the caller.
    func error(_ kind: TransportError.Kind, _ failure: LibraryFailure? = nil) -> TransportError {
        TransportError(
            kind,
            phase: phase,
            progress: progress,
            bodyByteCountSent: bodyByteCountSent,
            bodyWasRead: bodyWasRead,
            connectionWasReused: isReused,
            responseHead: answer.finalHead,
            library: failure
        )
    }
}

extension LibraryFailure {
    /// What the system says of a failed call.
    init(call: String, _ error: SystemCallError) {
        let words = SystemErrorText.text(for: error.number)
        self.init(name: call, code: Int(error.number), words: words)
    }
}
