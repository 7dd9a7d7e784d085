internal import BodyStreaming
internal import CCurl
internal import TransferLoops
internal import UploadHTTP

/// One thread that carries transfers with libcurl's multi interface.
///
/// libcurl says what it waits for and the loop waits for it: left to itself libcurl would look at
/// every transfer whenever one of them can go on.
///
/// `@unchecked Sendable`: the queue is behind a lock. The other variables belong to the loop's
/// thread, and so does the multi handle.
@safe
final class CurlLoop: TransferLoop, @unchecked Sendable {
    let queue: LoopQueue
    let multi: UnsafeMutableRawPointer

    private var watch: SocketWatch
    private var events: [SocketWatch.Event] = []
    /// When libcurl wants to look at its own timers.
    private var timeout: ContinuousClock.Instant?

    var sockets = SocketTable()
    var active: [UInt: CurlTransfer] = [:]
    var early: [CurlTransfer] = []
    var idleHandles: [CurlHandle] = []
    var reuse = ReuseRecord()
    var connectionLimit: Int

    /// Starts a thread.
    ///
    /// - Throws: If there is no memory, no descriptor or no thread to be had.
    init(maximumIdleConnectionCount: Int) throws(TransportError) {
        do {
            queue = try LoopQueue()
        } catch {
            throw Self.failure("pipe", error, "the thread for transfers can't be woken")
        }
        guard let multi = unsafe ccurl_multi_init() else {
            throw TransportError(.library, library: CurlLibrary.failure(CURLE_OUT_OF_MEMORY))
        }
        unsafe self.multi = multi
        watch = SocketWatch(signal: queue.signal)
        connectionLimit = max(1, maximumIdleConnectionCount)
        _ = unsafe ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connectionLimit)
        unsafe CurlCallbacks.install(on: multi, of: self)
        do {
            try DetachedThread.start { [self] in run() }
        } catch {
            _ = unsafe ccurl_multi_cleanup(multi)
            throw Self.failure("pthread_create", error, "no thread for transfers can be started")
        }
    }

    private static func failure(
        _ name: String,
        _ error: SystemCallError,
        _ words: String
    ) -> TransportError {
        TransportError(
            .library,
            library: LibraryFailure(name: name, code: Int(error.number), words: words)
        )
    }

    /// The transfer's body has bytes again; from any thread.
    func resume(_ transfer: CurlTransfer) {
        _ = queue.send(.resume(transfer))
    }

    // MARK: On the loop's thread

    /// The bytes that a connection's system holds for the peer; 0 if that isn't known.
    func unacknowledgedByteCount(localPort: UInt16) -> Int64 {
        sockets.socket(localPort: localPort).map { PeerState.unacknowledgedByteCount($0) } ?? 0
    }

    /// What the system knows of the peer of an open connection.
    func peerState(localPort: UInt16) -> PeerState? {
        sockets.socket(localPort: localPort).flatMap { PeerState($0) }
    }

    /// Takes note of what libcurl waits for on a socket.
    func watch(_ socket: CInt, _ interest: CInt) {
        watch.watch(socket, curlInterest: interest)
    }

    /// Takes note of when libcurl wants to look at its timers; never without a time.
    func setTimeout(milliseconds: Int?) {
        timeout = milliseconds.map { .now + .milliseconds($0) }
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
        var commands: [LoopCommand] = []
        while carryOutCommands(&commands), actOnTimeout() {
            finishDone()
            let wait = waitingTime(checkTimers())
            guard let isRaised = watch.wait(milliseconds: queue.mayWait() ? wait : 0, &events)
            else { break }
            if isRaised { queue.lowerSignal() }
            guard actOnEvents() else { break }
            finishDone()
        }
        tearDown()
    }

    /// How long to wait for sockets, in milliseconds; never too short, which would be in vain.
    private func waitingTime(_ limit: Duration) -> CInt {
        let wait = timeout.map { min(limit, max(.zero, $0 - .now)) } ?? limit
        return wait == .zero ? 0 : CInt(clamping: wait.milliseconds + 1)
    }

    /// Has libcurl look at its timers, as often as it wants to at once.
    ///
    /// - Returns: Whether to go on.
    private func actOnTimeout() -> Bool {
        while let due = timeout, due <= .now {
            timeout = nil
            guard unsafe ccurl_multi_act_on_timeout(multi) == CURLM_OK else { return false }
        }
        return true
    }

    /// Has libcurl read and write.
    ///
    /// - Returns: Whether to go on.
    private func actOnEvents() -> Bool {
        defer { events.removeAll(keepingCapacity: true) }
        // By index: an iterator would share the memory that is to be used again.
        for index in events.indices {
            let event = events[index]
            let bits = watch.curlBits(of: event)
            let code = unsafe ccurl_multi_act_on_socket(multi, event.socket, bits)
            guard code == CURLM_OK else { return false }
        }
        return true
    }

    private func tearDown() {
        for transfer in Array(active.values) { end(transfer, cause: .shutDown) }
        refuseRest()
        idleHandles = []
        _ = unsafe ccurl_multi_cleanup(multi)
        queue.end()
    }
}
