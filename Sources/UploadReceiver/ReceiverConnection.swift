import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One connection to a receiver: its bytes in both directions.
struct ReceiverConnection: ~Copyable {
    /// Why a request isn't carried to its end.
    enum Interruption: Error {
        /// The request is refused; there is an answer to give.
        case fault(RequestFault)
        /// There is no one to answer; the text says why.
        case lost(String)
    }

    let core: ReceiverCore

    /// Bytes that have come; those from `position` on are not used yet.
    var buffer: [UInt8] = []
    var position = 0

    private let socket: OwnedDescriptor
    private var isReset = false

    init(_ socket: consuming OwnedDescriptor, core: ReceiverCore) {
        self.socket = socket
        self.core = core
    }

    /// Serves requests until either side wants no more of them.
    mutating func serve() {
        while serveRequest() {}
        guard !isReset else { return }
        SocketCalls.endOutput(socket.rawValue)
        discardInput()
    }

    /// Reads the next request's head; `nil` if the connection ends where a request could begin.
    mutating func readHead() throws(Interruption) -> RequestHead? {
        let limit = core.options.maximumHeadByteCount
        var searched = 0
        while true {
            if searched == 0, buffer[position...].starts(with: "\r\n".utf8) {
                // Some clients end the body of the request before with a line break too many.
                // Source: RFC 9112, section 2.2.
                position += 2
            }
            if let end = headEnd(from: position + searched) {
                guard end - position <= limit else { break }
                let head = buffer[position..<end]
                position = end
                do throws(RequestFault) {
                    return try RequestHead(head)
                } catch {
                    throw .fault(error)
                }
            }
            guard buffer.count - position <= limit else { break }
            searched = max(buffer.count - position - 2, 0)
            let isIdle = position == buffer.count
            guard try receive(isIdle: isIdle) else {
                guard isIdle else { throw .lost("the connection ended inside a request's head") }
                return nil
            }
        }
        throw .fault(RequestFault(431, "the request's head has more than \(limit) bytes"))
    }

    /// Receives more bytes; says whether there are any, or the client has ended its output.
    mutating func receive(
        isIdle: Bool = false,
        limit: Int = 65_536
    ) throws(Interruption) -> Bool {
        buffer.removeFirst(position)
        position = 0
        do throws(SystemCallError) {
            while true {
                if let count = try SocketCalls.receive(
                    socket.rawValue,
                    into: &buffer,
                    limit: limit
                ) {
                    return count > 0
                }
                try wait(CInt(POLLIN), isIdle: isIdle)
            }
        } catch {
            throw Self.lost(error)
        }
    }

    /// Sends all of `bytes`.
    mutating func send(_ bytes: [UInt8]) throws(Interruption) {
        var offset = 0
        do throws(SystemCallError) {
            while offset < bytes.count {
                if let count = try SocketCalls.send(socket.rawValue, bytes, from: offset) {
                    offset += count
                } else {
                    try wait(CInt(POLLOUT), isIdle: false)
                }
            }
        } catch {
            throw Self.lost(error)
        }
    }

    /// Waits until `deadline`, or less if the receiver stops.
    func pause(until deadline: ContinuousClock.Instant) {
        _ = try? SocketCalls.wait(for: -1, 0, orFor: core.stopSignal, until: deadline)
    }

    /// Makes the connection end with a reset.
    mutating func reset() {
        SocketCalls.resetOnClose(socket.rawValue)
        isReset = true
    }

    /// Where the head in the buffer ends, behind its empty line.
    ///
    /// A line may end in LF alone here, so that such a head is refused at once instead of waited
    /// for.
    private func headEnd(from start: Int) -> Int? {
        var index = start
        while index + 1 < buffer.count {
            if buffer[index] == UInt8(ascii: "\n") {
                if buffer[index + 1] == UInt8(ascii: "\n") { return index + 2 }
                if buffer[(index + 1)...].starts(with: "\r\n".utf8) { return index + 3 }
            }
            index += 1
        }
        return nil
    }

    /// Reads what the client still sends for a short time: closing before would reset the
    /// connection, and the client might lose the answer.
    ///
    /// Source: [RFC 9112, section 9.6](https://www.rfc-editor.org/rfc/rfc9112#section-9.6).
    private mutating func discardInput() {
        let deadline = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < deadline {
            buffer.removeAll(keepingCapacity: true)
            position = 0
            guard
                let wait = try? SocketCalls.wait(
                    for: socket.rawValue,
                    CInt(POLLIN),
                    orFor: core.stopSignal,
                    until: deadline
                ), wait == .ready,
                let count = try? SocketCalls.receive(
                    socket.rawValue,
                    into: &buffer,
                    limit: 65_536
                ), count > 0
            else { return }
        }
    }

    private func wait(_ events: CInt, isIdle: Bool) throws(SystemCallError) {
        var deadline = ContinuousClock.now + core.options.idleTimeout
        while true {
            let stopDeadline = core.stopDeadline
            if let stopDeadline { deadline = min(deadline, stopDeadline) }
            let result = try SocketCalls.wait(
                for: socket.rawValue,
                events,
                orFor: isIdle || stopDeadline == nil ? core.stopSignal : -1,
                until: deadline
            )
            switch result {
            case .ready: return
            case .timedOut: throw SystemCallError(number: ETIMEDOUT)
            case .signalled where isIdle: throw SystemCallError(number: ECANCELED)
            case .signalled: continue
            }
        }
    }

    private static func lost(_ error: SystemCallError) -> Interruption {
        .lost("the connection was lost: \(SystemErrorText.words(for: error.number))")
    }
}
