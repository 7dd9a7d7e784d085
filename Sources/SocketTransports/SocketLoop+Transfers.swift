internal import BodyStreaming
internal import TransferLoops
internal import UploadHTTP

/// The way of each transfer; on the loop's thread.
extension SocketLoop {
    func begin(_ transfer: SocketTransfer, refusing cause: TransportError.Kind?) {
        if let cause = cause ?? transfer.refusal {
            transfer.resume(returning: .failure(TransportError(cause)))
            return
        }
        insert(transfer)
        transfer.begin(with: server(of: transfer.request.url.origin))
    }

    func cancel(_ transfer: SocketTransfer) {
        switch transfer.stage {
        case .waiting: transfer.refusal = .cancelled
        case .connecting, .open: end(transfer, cause: .cancelled)
        case .ended: break
        }
    }

    func resumeBody(of transfer: SocketTransfer) {
        guard transfer.isWaitingForBody, transfer.stage == .open else { return }
        transfer.isWaitingForBody = false
        transfer.clock.hasMoved = true
        transfer.send()
        if transfer.stage == .open, let check = transfer.nextCheck { lookAgain(by: check) }
    }

    /// Ends a transfer whose answer is there.
    func finish(_ transfer: SocketTransfer, keepsConnection: Bool) {
        if transfer.observer != nil { transfer.reportProgress() }
        leave(transfer, with: transfer.response(), keepsConnection: keepsConnection)
    }

    /// Ends a transfer without an answer.
    ///
    /// - Parameters:
    ///   - transfer: The transfer.
    ///   - cause: What went wrong.
    ///   - error: What the system says of its connection.
    func end(
        _ transfer: SocketTransfer,
        cause: TransportError.Kind,
        error: SystemCallError? = nil
    ) {
        if transfer.observer != nil, transfer.isConnected { transfer.reportProgress() }
        let call = transfer.sendFailure == nil ? "recv" : "send"
        let failure = error.map { LibraryFailure(call: call, $0) } ?? transfer.attempt.failure
        leave(transfer, with: .failure(transfer.error(cause, failure)), keepsConnection: false)
    }

    private func leave(
        _ transfer: SocketTransfer,
        with outcome: Result<Response, TransportError>,
        keepsConnection: Bool
    ) {
        transfer.server?.learn(from: outcome, of: transfer)
        transfer.closeBody()
        takeBack(&transfer.buffer)
        abandonAttempt(of: transfer)
        if let connection = transfer.connection {
            transfer.connection = nil
            if keepsConnection { keep(connection) } else { close(connection) }
        }
        remove(transfer)
        transfer.resume(returning: outcome)
    }

    /// Sends the request once more, on a connection of its own.
    func startOver(_ transfer: SocketTransfer) {
        if transfer.endedBeforeRequest {
            // As if that connection had never been.
            transfer.isConnected = false
            transfer.isReused = false
            transfer.bodyByteCountSent = 0
        }
        if let connection = transfer.connection { close(connection) }
        transfer.connection = nil
        transfer.keptConnectionEnded = true
        transfer.stage = .connecting
        connect(transfer)
    }
}
