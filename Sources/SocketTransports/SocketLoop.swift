internal import BodyStreaming
internal import TransferLoops
internal import UploadHTTP

/// One thread that carries transfers over sockets.
///
/// `@unchecked Sendable`: the queue is sendable. The other variables belong to the loop's thread.
final class SocketLoop: TransferLoop, @unchecked Sendable {
    /// How many servers are remembered at most, apart from those whose connections are kept.
    private static let maximumServerCount = 1024

    /// How many bytes are received at once.
    static let receiveByteCount = 1 << 16

    let queue: LoopQueue

    private var watch: SocketWatch
    private var events: [SocketWatch.Event] = []
    private var received = PageBuffer(byteCount: SocketLoop.receiveByteCount)
    private var idleBuffers: [SendBuffer] = []

    /// The connections, by their sockets.
    var connections: [SocketConnection?] = []
    var idleCount = 0
    let maximumIdleCount: Int

    /// The content codings that can be undone, as a list.
    let acceptedCodings: String

    private(set) var active: [SocketTransfer] = []
    /// Those whose first bytes are to be sent in this turn.
    private var starting: [SocketTransfer] = []
    private var servers: [Origin: Server] = [:]
    let resolve: @Sendable (String) -> NameResolution.Outcome
    var names = NameCache()

    /// The time, as of the current turn.
    private(set) var now = ContinuousClock.now

    /// How often the loop has waited.
    private var turn = 0

    /// When to look at the timers again.
    private var nextCheck = ContinuousClock.now

    /// The server of the last transfer, which the next one most likely has too.
    private var lastServer: Server?

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - configuration: How connections are made.
    ///   - resolve: Gives the addresses of a name, and may wait for them.
    /// - Throws: If there is no descriptor or no thread to be had.
    init(
        _ configuration: SocketConfiguration,
        resolve: @escaping @Sendable (String) -> NameResolution.Outcome
    ) throws(TransportError) {
        self.resolve = resolve
        do {
            queue = try LoopQueue()
        } catch {
            throw TransportError(.library, library: LibraryFailure(call: "pipe", error))
        }
        watch = SocketWatch(signal: queue.signal)
        maximumIdleCount = max(1, configuration.maximumIdleConnectionCount)
        acceptedCodings = configuration.contentDecoders.keys.sorted().joined(separator: ", ")
        do {
            try DetachedThread.start { [self] in run() }
        } catch {
            throw TransportError(.library, library: LibraryFailure(call: "pthread_create", error))
        }
    }

    /// The transfer's body has bytes again; from any thread.
    func resume(_ transfer: SocketTransfer) {
        _ = queue.send(.resume(transfer))
    }

    // MARK: On the loop's thread

    private func run() {
        BrokenPipeSignal.blockOnThread()
        var commands: [LoopCommand] = []
        while carryOutCommands(&commands) {
            sendAll()
            let wait = checkTimers()
            // A timer may have had a transfer begin.
            let mayWait = queue.mayWait() && starting.isEmpty
            guard let isRaised = watch.wait(milliseconds: mayWait ? wait : 0, &events)
            else { break }
            if isRaised { queue.lowerSignal() }
            now = .now
            turn += 1
            // By index: an iterator would share the memory that is to be used again.
            for index in events.indices { act(on: events[index]) }
            events.removeAll(keepingCapacity: true)
        }
        for transfer in active { end(transfer, cause: .shutDown) }
        refuseRest()
        starting = []
        servers = [:]
        lastServer = nil
        connections = []
        names = NameCache()
        queue.end()
    }

    private func act(on event: SocketWatch.Event) {
        // The number of a socket that was closed in this turn may belong to another one by now.
        guard let connection = connections[Int(event.socket)], connection.firstTurn < turn else {
            return
        }
        guard let transfer = connection.transfer else {
            // A connection that nobody uses has ended, or tells what nobody asked for.
            return closeIdle(connection)
        }
        guard connection.isOpen else { return finishConnecting(connection, for: transfer) }
        if event.isReadable || event.hasFailed || event.isInvalid { transfer.receive() }
        if event.isWritable, connection.transfer === transfer { transfer.send() }
    }

    /// Waits for something else on the transfer's socket than before.
    func watch(_ transfer: SocketTransfer, for interest: SocketWatch.Interest) {
        if let connection = transfer.connection { watch(connection, for: interest) }
    }

    /// Waits for something else on a connection than before.
    func watch(_ connection: SocketConnection, for interest: SocketWatch.Interest) {
        watch.watch(connection.socket, for: interest)
    }

    /// Begins to look after a connection.
    func add(_ connection: SocketConnection) {
        connection.firstTurn = turn
        let index = Int(connection.socket)
        while connections.count <= index { connections.append(nil) }
        connections[index] = connection
        watch.watch(connection.socket, for: connection.isOpen ? .reading : .writing)
    }

    /// Closes a connection.
    func close(_ connection: SocketConnection) {
        watch.watch(connection.socket, for: nil)
        connections[Int(connection.socket)] = nil
        connection.transfer = nil
    }

    // MARK: Transfers and servers

    /// Has a transfer begin to send when everything else of this turn is done.
    ///
    /// Requests that are begun in one turn go out one right behind the other: a server that is awake
    /// for the first one need not be woken for each of the others.
    func sendSoon(_ transfer: SocketTransfer) {
        starting.append(transfer)
    }

    private func sendAll() {
        for index in starting.indices { starting[index].sendFirst() }
        starting.removeAll(keepingCapacity: true)
    }

    func insert(_ transfer: SocketTransfer) {
        transfer.index = active.count
        active.append(transfer)
    }

    func remove(_ transfer: SocketTransfer) {
        let last = active.removeLast()
        guard last !== transfer else { return }
        last.index = transfer.index
        active[transfer.index] = last
    }

    /// What is known of the server of an origin.
    func server(of origin: Origin) -> Server {
        if let lastServer, lastServer.origin == origin { return lastServer }
        if servers.count >= Self.maximumServerCount {
            servers = servers.filter { !$0.value.idle.isEmpty }
        }
        let server = servers[origin] ?? Server(origin)
        servers[origin] = server
        lastServer = server
        return server
    }

    // MARK: Memory

    /// Receives into the loop's memory.
    func receive(from connection: SocketConnection) -> SocketConnection.Step {
        unsafe connection.receive(into: received.memory)
    }

    /// Calls `body` with the bytes that were received last.
    func withReceived<Failure: Error>(
        _ count: Int,
        _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: received.memory[..<count])
        try unsafe body(Span<UInt8>(_unsafeBytes: bytes))
    }

    /// Memory for a transfer's bytes; the last that came back, since a cache may still hold it.
    func lendBuffer() -> SendBuffer {
        idleBuffers.popLast() ?? SendBuffer()
    }

    /// Takes memory back.
    func takeBack(_ buffer: inout SendBuffer?) {
        guard let lent = buffer.take() else { return }
        lent.clear()
        if idleBuffers.count < maximumIdleCount { idleBuffers.append(lent) }
    }

    // MARK: Time

    /// Has the timers looked at, at `time` at the latest.
    func lookAgain(by time: ContinuousClock.Instant) {
        nextCheck = min(nextCheck, time)
    }

    /// Ends what had taken too long when the sockets were looked at last: where the process stood
    /// still since, what they have by now comes first.
    ///
    /// - Returns: How many milliseconds nothing has to be looked at; never too few, which would be
    ///   in vain.
    private func checkTimers() -> CInt {
        guard !active.isEmpty else { return 3_600_000 }
        if now >= nextCheck {
            nextCheck = now + .seconds(60)
            for transfer in active {
                guard transfer.stage != .ended, let time = transfer.check(at: now) else { continue }
                lookAgain(by: time)
            }
        }
        let (seconds, attoseconds) = max(.zero, nextCheck - .now).components
        return CInt(seconds) * 1000 + CInt(attoseconds / 1_000_000_000_000_000) + 1
    }
}
