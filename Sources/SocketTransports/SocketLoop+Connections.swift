internal import BodyStreaming
internal import TransferLoops
internal import UploadHTTP

/// Connections, from the name to the last request; on the loop's thread.
extension SocketLoop {
    /// How long a connection is kept that nobody uses.
    private static let longestIdleTime = Duration.seconds(118)

    // MARK: Kept connections

    /// A kept connection that is still good, the one used last.
    func takeIdleConnection(to server: Server) -> SocketConnection? {
        while let connection = server.idle.popLast() {
            idleCount -= 1
            // What the peer did since the connection's last answer, if that came in this turn, is
            // found out by the loop.
            let isFresh = connection.idleSince == now && !connection.mayHaveMore
            if isFresh || now - connection.idleSince < Self.longestIdleTime && connection.isQuiet {
                return connection
            }
            close(connection)
        }
        return nil
    }

    /// Keeps a connection for another request.
    func keep(_ connection: SocketConnection) {
        connection.transfer = nil
        // Fewer kept connections than transfers would close those that are to be used next.
        guard idleCount < max(maximumIdleCount, active.count * 2) else { return close(connection) }
        // The answer may have come before the loop saw that the last bytes went out.
        watch(connection, for: .reading)
        connection.idleSince = now
        server(of: connection.origin).idle.append(connection)
        idleCount += 1
    }

    func closeIdle(_ connection: SocketConnection) {
        let server = server(of: connection.origin)
        if let index = server.idle.firstIndex(where: { $0 === connection }) {
            server.idle.remove(at: index)
            idleCount -= 1
        }
        close(connection)
    }

    // MARK: New connections

    /// Makes a connection for a transfer.
    func connect(_ transfer: SocketTransfer) {
        // The time that the request waited for this thread is not the network's.
        transfer.attempt = ConnectionAttempt(at: .now)
        if let check = transfer.nextCheck { lookAgain(by: check) }
        let host = transfer.request.url.origin.host
        if let known = names.addresses(of: host, at: .now) {
            return connect(transfer, to: .found(known))
        }
        let name = String(host.drop { $0 == "[" }.prefix { $0 != "]" })
        if let outcome = NameResolution.address(name) { return connect(transfer, to: outcome) }
        guard names.await(host, for: transfer) else { return }
        do {
            try DetachedThread.start { [self] in
                let outcome = resolve(name)
                _ = queue.send(.act { [self] in takeAddresses(outcome, of: host) })
            }
        } catch {
            takeAddresses(.failed(LibraryFailure(call: "pthread_create", error)), of: host)
        }
    }

    private func takeAddresses(_ outcome: NameResolution.Outcome, of host: String) {
        for transfer in names.take(outcome, of: host, at: .now) where transfer.stage == .connecting
        {
            connect(transfer, to: outcome)
        }
    }

    private func connect(_ transfer: SocketTransfer, to outcome: NameResolution.Outcome) {
        switch outcome {
        case .failed(let failure):
            transfer.attempt.failure = failure
            end(transfer, cause: .hostNotFound)
        case .found(let addresses):
            transfer.attempt.addresses = addresses[...]
            tryNextAddress(of: transfer)
        }
    }

    /// Begins to connect to the next address, beside those that have not answered.
    func tryNextAddress(of transfer: SocketTransfer) {
        transfer.attempt.nextTry = nil
        while let address = transfer.attempt.addresses?.popFirst() {
            do throws(SystemCallError) {
                let connection = try SocketConnection(to: address, of: transfer.request.url.origin)
                connection.transfer = transfer
                add(connection)
                transfer.attempt.connections.append(connection)
                if connection.isOpen { return use(connection, for: transfer) }
                if transfer.attempt.addresses?.isEmpty == false {
                    let next = ContinuousClock.now + ConnectionAttempt.delay
                    transfer.attempt.nextTry = next
                    lookAgain(by: next)
                }
                return
            } catch {
                transfer.attempt.failure = LibraryFailure(call: "connect", error)
            }
        }
        if transfer.attempt.connections.isEmpty { end(transfer, cause: .connectionFailed) }
    }

    /// A connection was made, or could not be.
    func finishConnecting(_ connection: SocketConnection, for transfer: SocketTransfer) {
        do throws(SystemCallError) {
            try connection.finishConnecting()
        } catch {
            transfer.attempt.failure = LibraryFailure(call: "connect", error)
            transfer.attempt.connections.removeAll { $0 === connection }
            close(connection)
            return tryNextAddress(of: transfer)
        }
        use(connection, for: transfer)
    }

    private func use(_ connection: SocketConnection, for transfer: SocketTransfer) {
        transfer.attempt.connections.removeAll { $0 === connection }
        abandonAttempt(of: transfer)
        transfer.attempt.failure = nil
        transfer.start(on: connection)
    }

    /// Gives up the connections that are being made for a transfer.
    func abandonAttempt(of transfer: SocketTransfer) {
        for connection in transfer.attempt.connections { close(connection) }
        transfer.attempt.connections = []
        transfer.attempt.addresses = []
        transfer.attempt.nextTry = nil
    }
}
