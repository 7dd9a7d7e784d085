internal import BodyStreaming
internal import CCurl
internal import Synchronization
internal import UploadHTTP

/// One thread that carries transfers with libcurl's multi interface.
///
/// `@unchecked Sendable`: the queue is behind a lock. The other variables belong to the loop's
/// thread; the multi handle is used from others only for `curl_multi_wakeup`, which libcurl allows,
/// and only under the queue's lock while the thread has not ended.
@safe
final class CurlLoop: @unchecked Sendable {
    private enum Command {
        case start(CurlTransfer)
        case cancel(CurlTransfer)
        case resume(CurlTransfer)
    }

    private struct Queue {
        var commands: [Command] = []
        /// The thread is in `curl_multi_poll`, or about to be.
        var isPolling = false
        var isStopping = false
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let queue = Mutex(Queue())
    private let multi: UnsafeMutableRawPointer

    private var sockets = SocketTable()
    private var active: [UInt: CurlTransfer] = [:]
    private var early: [CurlTransfer] = []
    private var idleHandles: [CurlHandle] = []
    private var reuse = ReuseRecord()
    private var connectionLimit: Int

    /// Starts a thread.
    ///
    /// - Throws: If there is no memory or no thread to be had.
    init(maximumIdleConnectionCount: Int) throws(TransportError) {
        guard let multi = unsafe ccurl_multi_init() else {
            throw TransportError(
                .library,
                library: CurlLibrary.failure(CURLE_OUT_OF_MEMORY)
            )
        }
        unsafe self.multi = multi
        connectionLimit = max(1, maximumIdleConnectionCount)
        _ = unsafe ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connectionLimit)
        do {
            try DetachedThread.start { [self] in run() }
        } catch {
            _ = unsafe ccurl_multi_cleanup(multi)
            throw TransportError(
                .library,
                library: LibraryFailure(
                    name: "pthread_create",
                    code: Int(error.number),
                    words: "no thread for transfers can be started"
                )
            )
        }
    }

    // MARK: From any thread

    /// Sends the transfer's request; fails it if the loop has been stopped.
    func start(_ transfer: CurlTransfer) {
        guard send(.start(transfer)) else {
            transfer.resume(returning: .failure(TransportError(.shutDown)))
            return
        }
    }

    /// Ends the transfer, if it has not ended.
    func cancel(_ transfer: CurlTransfer) {
        _ = send(.cancel(transfer))
    }

    /// The transfer's body has bytes again.
    func resume(_ transfer: CurlTransfer) {
        _ = send(.resume(transfer))
    }

    /// Ends all transfers, closes all connections and ends the thread, without waiting for it.
    func stop() {
        queue.withLock { queue in
            guard !queue.isStopping else { return }
            queue.isStopping = true
            if !queue.hasEnded { _ = unsafe ccurl_multi_wakeup(multi) }
        }
    }

    /// Waits until the thread has ended.
    func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = queue.withLock { queue in
                if !queue.hasEnded { queue.waiters.append(continuation) }
                return queue.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func send(_ command: Command) -> Bool {
        queue.withLock { queue in
            guard !queue.isStopping else { return false }
            queue.commands.append(command)
            if queue.isPolling {
                queue.isPolling = false
                _ = unsafe ccurl_multi_wakeup(multi)
            }
            return true
        }
    }

    // MARK: On the loop's thread

    /// The bytes that a connection's system holds for the peer.
    func unacknowledgedByteCount(localPort: UInt16) -> Int64? {
        sockets.socket(localPort: localPort).map { ccurl_socket_unacknowledged($0) }
    }

    /// What the system knows of the peer of an open connection.
    func peerState(localPort: UInt16) -> SocketTable.PeerState? {
        sockets.socket(localPort: localPort).flatMap { SocketTable.PeerState($0) }
    }

    /// Remembers a socket that libcurl connects.
    func open(_ socket: CInt) {
        sockets.insert(socket)
    }

    /// Closes a socket, and leaves what it held to those whose connection it was.
    func close(_ socket: CInt) {
        guard let remains = sockets.close(socket) else { return }
        for transfer in active.values where transfer.localPort == remains.localPort {
            transfer.remains = remains
        }
    }

    /// What is known of the kept connections of `origin`.
    func reuseTrust(of origin: Origin) -> ReuseTrust {
        reuse.trust(in: origin, at: .now)
    }

    /// Ends the transfer as soon as its answer is complete, or soon after.
    func watchEarlyAnswer(_ transfer: CurlTransfer) {
        early.append(transfer)
    }

    private func run() {
        ccurl_use_utf8()
        while takeCommands() {
            var running: CInt = 0
            guard unsafe ccurl_multi_perform(multi, &running) == CURLM_OK else { break }
            finishDone()
            let wait = checkTimers()
            let hasToWait = queue.withLock { queue in
                queue.isPolling = queue.commands.isEmpty && !queue.isStopping
                return queue.isPolling
            }
            guard hasToWait else { continue }
            if unsafe ccurl_multi_poll(multi, CInt(clamping: wait.milliseconds + 1)) != CURLM_OK {
                break
            }
        }
        tearDown()
    }

    /// - Returns: Whether to go on.
    private func takeCommands() -> Bool {
        var commands: [Command] = []
        let isStopping = queue.withLock { queue in
            swap(&commands, &queue.commands)
            queue.isPolling = false
            return queue.isStopping
        }
        for command in commands {
            switch command {
            case .start(let transfer):
                if isStopping { transfer.cause = .shutDown }
                begin(transfer)
            case .cancel(let transfer):
                if transfer.handle == nil {
                    // Either it is over, or it is about to be started.
                    transfer.cause = transfer.cause ?? .cancelled
                } else {
                    end(transfer, cause: .cancelled)
                }
            case .resume(let transfer):
                resumeBody(of: transfer)
            }
        }
        return !isStopping
    }

    private func begin(_ transfer: CurlTransfer) {
        if let cause = transfer.cause {
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

    private func resumeBody(of transfer: CurlTransfer) {
        guard transfer.isWaitingForBody, let handle = transfer.handle else { return }
        transfer.isWaitingForBody = false
        transfer.clock.hasMoved = true
        _ = unsafe ccurl_easy_pause(handle.pointer, CURLPAUSE_CONT)
    }

    private func finishDone() {
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

    private func end(_ transfer: CurlTransfer, cause: TransportError.Kind?) {
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
    private func checkTimers() -> Duration {
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

    private func tearDown() {
        let rest = queue.withLock { queue in
            queue.isStopping = true
            defer { queue.commands = [] }
            return queue.commands
        }
        for transfer in Array(active.values) { end(transfer, cause: .shutDown) }
        for case .start(let transfer) in rest {
            transfer.resume(returning: .failure(TransportError(.shutDown)))
        }
        let waiters = queue.withLock { queue in
            idleHandles = []
            _ = unsafe ccurl_multi_cleanup(multi)
            queue.hasEnded = true
            defer { queue.waiters = [] }
            return queue.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
