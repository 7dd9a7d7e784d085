internal import BodyStreaming
internal import CCurl
internal import Synchronization
internal import UploadHTTP

/// One thread that carries transfers with libcurl's multi interface.
///
/// libcurl says what it waits for and the loop waits for it: left to itself libcurl would look at
/// every transfer whenever one of them can go on.
///
/// `@unchecked Sendable`: the queue is behind a lock. The other variables belong to the loop's
/// thread, and so does the multi handle.
@safe
final class CurlLoop: @unchecked Sendable {
    enum Command {
        case start(CurlTransfer)
        case cancel(CurlTransfer)
        case resume(CurlTransfer)
        case run(UnownedJob)
    }

    private struct Queue {
        /// Ends the thread's waiting; none once the thread has ended.
        var signal: WakeSignal?
        var commands: [Command] = []
        /// The thread waits for sockets, or is about to.
        var isWaiting = false
        var isStopping = false
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// How often commands that follow from commands are carried out before transfers go on.
    private static let maximumRoundCount = 16

    private let queue: Mutex<Queue>
    let multi: UnsafeMutableRawPointer

    /// The commands that are carried out; empty between rounds.
    private var commands: [Command] = []

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
        let signal: WakeSignal
        do {
            signal = try WakeSignal()
        } catch {
            throw Self.failure("pipe", error, "the thread for transfers can't be woken")
        }
        guard let multi = unsafe ccurl_multi_init() else {
            throw TransportError(.library, library: CurlLibrary.failure(CURLE_OUT_OF_MEMORY))
        }
        unsafe self.multi = multi
        queue = Mutex(Queue(signal: signal))
        watch = SocketWatch(signal: signal.descriptor)
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
            queue.signal?.raise()
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

    /// Has the loop's thread carry out a command.
    ///
    /// - Returns: Whether it will; not if the loop has been stopped.
    func send(_ command: Command) -> Bool {
        queue.withLock { queue in
            guard !queue.isStopping else { return false }
            queue.commands.append(command)
            if queue.isWaiting {
                queue.isWaiting = false
                queue.signal?.raise()
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

    /// Takes note of what libcurl waits for on a socket.
    func watch(_ socket: CInt, _ interest: CInt) {
        watch.watch(socket, interest)
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
        while carryOutCommands(), actOnTimeout() {
            finishDone()
            let wait = waitingTime(checkTimers())
            let mayWait = queue.withLock { queue in
                queue.isWaiting = queue.commands.isEmpty && !queue.isStopping
                return queue.isWaiting
            }
            guard let isRaised = watch.wait(milliseconds: mayWait ? wait : 0, &events)
            else { break }
            if isRaised { queue.withLock { $0.signal?.lower() } }
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
        for event in events {
            let code = unsafe ccurl_multi_act_on_socket(multi, event.socket, event.bits)
            guard code == CURLM_OK else { return false }
        }
        return true
    }

    /// Carries out what was sent to the loop, and what follows from it.
    ///
    /// - Returns: Whether to go on.
    private func carryOutCommands() -> Bool {
        for _ in 0..<Self.maximumRoundCount {
            let isStopping = queue.withLock { queue in
                swap(&commands, &queue.commands)
                queue.isWaiting = false
                return queue.isStopping
            }
            carryOut(commands, isStopping: isStopping)
            if isStopping { return false }
            if commands.isEmpty { return true }
            commands.removeAll(keepingCapacity: true)
        }
        return true
    }

    private func carryOut(_ commands: [Command], isStopping: Bool) {
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
            case .run(let job):
                run(job)
            }
        }
    }

    private func tearDown() {
        let rest = queue.withLock { queue in
            queue.isStopping = true
            defer { queue.commands = [] }
            return queue.commands
        }
        for transfer in Array(active.values) { end(transfer, cause: .shutDown) }
        for command in rest {
            switch command {
            case .start(let transfer):
                transfer.resume(returning: .failure(TransportError(.shutDown)))
            case .run(let job): runElsewhere(job)
            case .cancel, .resume: break
            }
        }
        idleHandles = []
        _ = unsafe ccurl_multi_cleanup(multi)
        let waiters = queue.withLock { queue in
            queue.signal = nil
            queue.hasEnded = true
            defer { queue.waiters = [] }
            return queue.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
