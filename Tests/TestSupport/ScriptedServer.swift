import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP/1.1 server on 127.0.0.1 that does what a script says, byte for byte.
///
/// The request number n gets step n, the last step repeats. Each connection has a thread of its
/// own, and no wait is longer than ``ScriptedConnection/guardSeconds``.
package final class ScriptedServer: Sendable {
    /// Answers a request whose head has been read; returns whether the connection goes on.
    package typealias Step =
        @Sendable (ScriptedConnection, inout ScriptedRequest) throws -> Bool

    private struct State {
        var requests: [ScriptedRequest] = []
        var requestCount = 0
        var connectionCount = 0
        var openConnectionCount = 0
        var liveCount = 0
        var isStopping = false
    }

    /// The port that the system chose.
    package let port: UInt16

    private let steps: [Step]
    private let keepsRequests: Bool
    private let listener: CInt
    private let state = Mutex(State())
    private let changed = NSCondition()
    /// Readable as soon as the server stops.
    private let stopPipe: (read: CInt, write: CInt)

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - steps: What is done with each request.
    ///   - receiveBufferByteCount: What the system takes of a connection before it is read.
    ///   - keepsRequests: Whether ``requests`` holds what came; without, the server's memory doesn't
    ///     grow with each request.
    /// - Throws: If there is no descriptor or no port to be had.
    package init(
        _ steps: [Step],
        receiveBufferByteCount: Int32? = nil,
        keepsRequests: Bool = true
    ) throws {
        self.steps = steps
        self.keepsRequests = keepsRequests
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        stopPipe = (ends[0], ends[1])
        let socket = try LoopbackSocket(
            backlog: 128,
            receiveBufferByteCount: receiveBufferByteCount
        )
        listener = socket.descriptor
        port = socket.port
        let accepting = Thread { [self] in accept() }
        accepting.start()
    }

    package convenience init(_ steps: Step..., receiveBufferByteCount: Int32? = nil) throws {
        try self.init(steps, receiveBufferByteCount: receiveBufferByteCount)
    }

    deinit {
        close(stopPipe.read)
        close(stopPipe.write)
    }

    /// The URL of `path` on this server.
    package func url(_ path: String = "/up") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// What has arrived so far.
    package var requests: [ScriptedRequest] { state.withLock { $0.requests } }

    /// How many connections were made.
    package var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// Waits until no request is being answered.
    package func settle() async {
        await wait { $0.liveCount == 0 }
    }

    /// Waits until no connection is open.
    package func waitForClosedConnections() async {
        await wait { $0.openConnectionCount == 0 }
    }

    /// Waits until `count` requests have come.
    package func waitForRequests(_ count: Int) async {
        await wait { $0.requests.count >= count }
    }

    /// Closes all connections; must be called, the threads hold the server.
    package func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopping = true }
            return !state.isStopping
        }
        guard isFirst else { return }
        var byte: UInt8 = 1
        _ = unsafe write(stopPipe.write, &byte, 1)
        shutdown(listener, CInt(SHUT_RDWR))
    }

    /// Waits on a thread of its own: those of the concurrency pool must not block.
    private func wait(until condition: @escaping @Sendable (borrowing State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let thread = Thread { [self] in
                let end = Date(timeIntervalSinceNow: Double(ScriptedConnection.guardSeconds))
                changed.lock()
                while !state.withLock({ condition($0) }), changed.wait(until: end) {}
                changed.unlock()
                continuation.resume()
            }
            thread.start()
        }
    }

    private func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        changed.lock()
        defer {
            changed.broadcast()
            changed.unlock()
        }
        return state.withLock { change(&$0) }
    }

    private func accept() {
        while true {
            let socket = acceptConnection(listener)
            guard socket >= 0, !state.withLock({ $0.isStopping }) else { break }
            let number = update { state in
                state.connectionCount += 1
                state.openConnectionCount += 1
                return state.connectionCount
            }
            let thread = Thread { [self] in
                let connection = ScriptedConnection(socket, number, stop: stopPipe.read) {
                    [self] request in
                    keep(request)
                }
                serve(connection)
            }
            thread.start()
        }
        close(listener)
    }

    private func keep(_ request: ScriptedRequest) {
        guard keepsRequests else { return }
        update { $0.requests[request.index] = request }
    }

    private func serve(_ connection: ScriptedConnection) {
        defer {
            connection.end()
            update { $0.openConnectionCount -= 1 }
        }
        while var request = connection.readHead() {
            let arrived = request
            let index = update { state in
                if keepsRequests { state.requests.append(arrived) }
                state.liveCount += 1
                state.requestCount += 1
                return state.requestCount - 1
            }
            request.index = index
            let goesOn = (try? steps[min(index, steps.count - 1)](connection, &request)) ?? false
            keep(request)
            update { $0.liveCount -= 1 }
            guard goesOn else { return }
        }
    }
}

// Inside of the type the method of this name hides that of the C library.
private func acceptConnection(_ listener: CInt) -> CInt {
    accept(listener, nil, nil)
}
