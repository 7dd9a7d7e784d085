internal import BodyStreaming
internal import TransferLoops
internal import UploadHTTP

extension SocketTransfer {
    /// How often more is received before the other transfers have their turn.
    private static let turnReceiveCount = 16

    /// Receives what has come.
    func receive() {
        for _ in 0..<Self.turnReceiveCount {
            guard stage == .open, let connection else { return }
            switch loop.receive(from: connection) {
            case .blocked: return
            case .failed(let error): return lose(error)
            case .moved(0): return lose(nil)
            case .moved(let count):
                clock.hasMoved = true
                let isFull = count == SocketLoop.receiveByteCount
                do throws(TransportError) {
                    try loop.withReceived(count) { bytes throws(TransportError) in
                        try take(bytes)
                    }
                } catch {
                    return loop.end(self, cause: error.kind)
                }
                if !isFull { return }
            }
        }
    }

    private func take(_ bytes: Span<UInt8>) throws(TransportError) {
        var position = 0
        while stage == .open, let event = try answer.next(in: bytes, from: &position) {
            switch event {
            case .informational(let head):
                observer?(.informational(head))
                if head.status == 100, continueGate != nil {
                    continueGate = nil
                    send()
                }
            case .head(let head): take(head)
            case .content(let range): try content?.append(bytes.extracting(range))
            case .end: loop.finish(self, keepsConnection: mayKeep && position == bytes.count)
            }
        }
    }

    private func take(_ head: ResponseHead) {
        isEarly = !isSent
        content?.begin(
            head,
            byteCount: answer.contentLength,
            decoders: configuration.contentDecoders
        )
        observer?(.responseHead(head))
        guard isEarly else { return }
        // The answer is known: what is left of the body has no use.
        closeBody()
        _ = earlyAnswer.isOver(at: .now, byteCount: content?.wireByteCount ?? 0)
        if let end = earlyAnswer.end { loop.lookAgain(by: end) }
        loop.watch(self, for: .reading)
    }

    /// Whether the connection can be used for another request.
    private var mayKeep: Bool {
        guard !isEarly, sendFailure == nil, answer.keepsConnection else { return false }
        return !request.fields.members(of: "Connection").contains { $0.lowercased() == "close" }
    }

    /// The connection has ended.
    ///
    /// - Parameter error: What the system says; `nil` if the peer ended it properly.
    private func lose(_ error: SystemCallError?) {
        if isEarly || error == nil && answer.endsWithConnection {
            return loop.finish(self, keepsConnection: false)
        }
        if answer.finalHead != nil { return loop.end(self, cause: .responseTruncated) }
        if mayStartOver { return loop.startOver(self) }
        loop.end(self, cause: .connectionLost, error: sendFailure ?? error)
    }

    /// Whether the request may be sent on another connection, after a kept one ended.
    private var mayStartOver: Bool {
        isReused && answer.headByteCount == 0
            && (reader == nil && bodyByteCountRead == 0 || body?.replayability == .always)
            && (request.isRepeatable || endedBeforeRequest)
    }
}
