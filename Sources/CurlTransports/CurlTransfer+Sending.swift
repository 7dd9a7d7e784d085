internal import BodyStreaming
internal import CCurl
internal import UploadHTTP

extension CurlTransfer {
    /// Fills libcurl's buffer with the next bytes of the body.
    ///
    /// - Returns: The number of bytes, 0 at the end, or one of libcurl's codes.
    func readBody(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        clock.hasMoved = true
        // The answer is known: what is left of the body has no use.
        if isEarly || parser.finalHead != nil { return Int(CURL_READFUNC_PAUSE) }
        do {
            if reader == nil {
                bodyWasRead = true
                reader = try body?.reader()
            }
            var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            let outcome = try reader?.read(into: &output) ?? .finished
            let count = unsafe output.finalize(for: buffer)
            return take(outcome, count)
        } catch {
            cause = .body(error)
            return Int(CURL_READFUNC_ABORT)
        }
    }

    private func take(_ outcome: BodyReadOutcome, _ count: Int) -> Int {
        switch outcome {
        case .appended:
            handedByteCount += Int64(count)
            if handedByteCount == body?.length { bodyHasEnded = true }
            return count
        case .pending:
            isWaitingForBody = true
            reader?.whenReady { [self] in loop.resume(self) }
            return Int(CURL_READFUNC_PAUSE)
        case .finished:
            precondition(
                body?.length.map { $0 == handedByteCount } ?? true,
                "a body ended before its length"
            )
            bodyHasEnded = true
            return 0
        }
    }

    /// Goes back to an offset of the body, because libcurl wants to send the request on another
    /// connection: the kept one turned out to be dead.
    ///
    /// - Returns: Whether that is possible, and safe.
    func rewind(to offset: Int64) -> Bool {
        guard handedByteCount > 0 else { return offset == 0 }
        peerAtRewind = loop.peerState(localPort: localPort)
        guard parser.byteCount == 0, isRepeatable || diedBeforeRequest,
            body?.replayability == .always
        else { return false }
        do {
            closeBody()
            reader = try body?.reader(at: offset)
        } catch {
            cause = .body(error)
            return false
        }
        handedByteCount = offset
        bodyHasEnded = false
        isWaitingForBody = false
        peerAtRewind = nil
        isConnected = false
        return true
    }

    /// A connection is there, and the request is about to go out.
    func connect(localPort: UInt16) {
        clock.hasMoved = true
        isConnected = true
        self.localPort = localPort
        isReused = (handle?.long(CURLINFO_NUM_CONNECTS) ?? 1) == 0
        peerAtStart = isReused && !isRepeatable ? loop.peerState(localPort: localPort) : nil
        observer?(.connected(reused: isReused))
        if observer != nil { reportProgress() }
    }

    /// Tells the observer how far the body has come.
    func reportProgress() {
        guard let observer, let body else { return }
        let sent = sentByteCount
        let unacknowledged = max(0, loop.unacknowledgedByteCount(localPort: localPort) ?? 0)
        observer(
            .progress(
                TransferProgress(
                    sent: sent,
                    acknowledged: max(0, sent - unacknowledged),
                    total: body.length
                )
            )
        )
    }
}
