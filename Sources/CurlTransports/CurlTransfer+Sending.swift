internal import BodyStreaming
internal import CCurl
internal import TransferLoops
internal import UploadHTTP

extension CurlTransfer {
    /// Fills libcurl's buffer with the next bytes of the body.
    ///
    /// - Returns: The number of bytes, 0 at the end, or one of libcurl's codes.
    func readBody(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        clock.hasMoved = true
        // The answer is known: what is left of the body has no use.
        if isEarly || parser.finalHead != nil { return Int(CURL_READFUNC_PAUSE) }
        if contentGate != nil { return Int(CURL_READFUNC_PAUSE) }
        // libcurl doesn't rewind what it had read, but not sent, before it started over.
        if isStartingOver, !rewind(to: 0) { return Int(CURL_READFUNC_ABORT) }
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
            if let limit = request.options.maximumBodyByteCount,
                Int64(count) > limit - handedByteCount
            {
                cause = .bodyTooLarge(limit: limit)
                return Int(CURL_READFUNC_ABORT)
            }
            handedByteCount += Int64(count)
            if handedByteCount == body?.length { bodyHasEnded = true }
            return count
        case .pending:
            isWaitingForBody = true
            reader?.whenReady { [self] in loop.resume(self) }
            return Int(CURL_READFUNC_PAUSE)
        case .finished:
            if let length = body?.length, length != handedByteCount {
                cause = .body(.offsetOutOfRange(offset: handedByteCount, length: length))
                return Int(CURL_READFUNC_ABORT)
            }
            bodyHasEnded = true
            return 0
        }
    }

    /// Goes back to an offset of the body, because libcurl sends the request on another connection.
    ///
    /// - Returns: Whether that is possible, and safe.
    func rewind(to offset: Int64) -> Bool {
        guard handedByteCount > 0 else { return offset == 0 }
        guard mayStartOver() else { return false }
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
        return true
    }

    /// A connection is there, and the request is about to go out.
    ///
    /// - Returns: Whether it may.
    func connect(localPort: UInt16) -> Bool {
        clock.hasMoved = true
        // The kept connection turned out to be dead, and libcurl has made another one.
        if isConnected {
            keptConnectionEnded = true
            guard mayStartOver() else { return false }
        }
        let isHeldBack = contentGate != nil
        isConnected = true
        self.localPort = localPort
        remains = nil
        readBeforeFailing()
        isReused = (handle?.long(CURLINFO_NUM_CONNECTS) ?? 1) == 0
        peerAtStart = isReused && !isRepeatable ? loop.peerState(localPort: localPort) : nil
        let isFirstReuse =
            isReused && !isRepeatable && hasContent
            && loop.reuseTrust(of: request.url.origin) == .unproven
        // libcurl may still be paused from the connection that it gave up.
        contentGate = isFirstReuse ? .now + ReuseTrust.holdingTime : isHeldBack ? .now : nil
        observer?(.connected(reused: isReused))
        if observer != nil { reportProgress() }
        return true
    }

    /// Whether the request may be sent on another connection, after this one broke.
    ///
    /// Depending on its version libcurl first rewinds the body or first connects: the second of the
    /// two keeps to what was decided at the first.
    private func mayStartOver() -> Bool {
        if isStartingOver {
            isStartingOver = false
            return true
        }
        let isPossible =
            parser.byteCount == 0 && (handedByteCount == 0 || body?.replayability == .always)
        guard isPossible, isRepeatable || diedBeforeRequest else {
            hasRefusedToStartOver = true
            return false
        }
        isStartingOver = handedByteCount > 0
        return true
    }

    /// Whether the held back content may go out: the kept connection has not ended.
    func openContentGate() -> Bool {
        contentGate = nil
        guard isReused, let state = loop.peerState(localPort: localPort) else { return true }
        return !state.isHalfClosed && state.received == peerAtStart?.received
    }

    /// Tells the observer how far the body has come.
    func reportProgress() {
        guard let observer, let body else { return }
        let unacknowledged = loop.unacknowledgedByteCount(localPort: localPort)
        observer(
            .progress(
                TransferProgress(
                    sent: sentByteCount,
                    unacknowledged: unacknowledged,
                    total: body.length
                )
            )
        )
    }
}
