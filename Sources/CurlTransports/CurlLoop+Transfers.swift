internal import CCurl
internal import TransferLoops
internal import UploadHTTP

/// The way of each transfer through libcurl; on the loop's thread.
extension CurlLoop {
    func begin(_ transfer: CurlTransfer, refusing cause: TransportError.Kind?) {
        if let cause = cause ?? transfer.cause {
            transfer.resume(returning: .failure(TransportError(cause)))
            return
        }
        guard let handle = idleHandles.popLast() ?? CurlHandle() else {
            let failure = CurlLibrary.failure(CURLE_OUT_OF_MEMORY)
            transfer.resume(returning: .failure(TransportError(.library, library: failure)))
            return
        }
        handle.reset()
        transfer.handle = handle
        transfer.prepare(handle)
        if let refusal = handle.refusal {
            let failure = CurlLibrary.failure(refusal.code)
            let error = TransportError(.unsupportedOption(refusal.option), library: failure)
            transfer.handle = nil
            idleHandles.append(handle)
            transfer.resume(returning: .failure(error))
            return
        }
        active[handle.id] = transfer
        if active.count > connectionLimit {
            // Fewer kept connections than transfers would close those that are to be used next.
            connectionLimit = active.count * 2
            _ = unsafe ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connectionLimit)
        }
        if unsafe ccurl_multi_add(multi, handle.pointer) != CURLM_OK {
            end(transfer, cause: .library)
        }
    }

    func cancel(_ transfer: CurlTransfer) {
        if transfer.handle == nil {
            // Either it is over, or it is about to be started.
            transfer.cause = transfer.cause ?? .cancelled
        } else {
            end(transfer, cause: .cancelled)
        }
    }

    func resumeBody(of transfer: CurlTransfer) {
        guard transfer.isWaitingForBody, let handle = transfer.handle else { return }
        transfer.isWaitingForBody = false
        transfer.clock.hasMoved = true
        _ = unsafe ccurl_easy_pause(handle.pointer, CURLPAUSE_CONT)
    }

    func finishDone() {
        var easy: UnsafeMutableRawPointer?
        var code = CURLE_OK
        while unsafe ccurl_multi_next_finished(multi, &easy, &code) {
            guard let transfer = active[UInt(bitPattern: easy)] else { continue }
            finish(transfer, code)
        }
    }

    /// Takes the transfer out of libcurl, then tells its caller.
    private func finish(_ transfer: CurlTransfer, _ code: CURLcode?) {
        guard let handle = transfer.handle else { return }
        let outcome = transfer.outcome(code)
        reuse.learn(
            from: outcome,
            of: transfer.request.url.origin,
            wasReused: transfer.isReused,
            keptConnectionEnded: transfer.keptConnectionEnded,
            at: .now
        )
        transfer.closeBody()
        _ = unsafe ccurl_multi_remove(multi, handle.pointer)
        active[handle.id] = nil
        transfer.handle = nil
        idleHandles.append(handle)
        transfer.resume(returning: outcome)
    }

    func end(_ transfer: CurlTransfer, cause: TransportError.Kind?) {
        transfer.cause = transfer.cause ?? cause
        finish(transfer, nil)
    }

    /// Lets the content go that was held back, or gives the connection up.
    private func release(_ transfer: CurlTransfer) {
        guard let handle = transfer.handle else { return }
        if transfer.openContentGate() {
            _ = unsafe ccurl_easy_pause(handle.pointer, CURLPAUSE_CONT)
        } else {
            end(transfer, cause: .connectionLost)
        }
    }

    /// Ends what has taken too long.
    ///
    /// - Returns: How long nothing has to be looked at.
    func checkTimers() -> Duration {
        guard !active.isEmpty else { return .seconds(3600) }
        let now = ContinuousClock.Instant.now
        var next = now + .seconds(60)
        early.removeAll { $0.handle == nil }
        for transfer in early where transfer.earlyAnswerIsOver(at: now) {
            end(transfer, cause: nil)
        }
        for transfer in active.values {
            if let gate = transfer.contentGate, now >= gate {
                release(transfer)
                guard transfer.handle != nil else { continue }
            }
            if let (timer, limit) = transfer.checkClock(at: now) {
                end(transfer, cause: .timedOut(timer, limit: limit))
            } else if let check = transfer.nextCheck {
                next = min(next, check)
            }
        }
        return max(.zero, next - now)
    }
}
