import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One connection of a ``ScriptedServer``, used by its thread only.
package final class ScriptedConnection {
    /// No wait is longer.
    package static let guardSeconds = 90

    struct Gone: Error {}

    #if os(Linux)
    /// `POLLRDHUP`, which the C library hides behind `_GNU_SOURCE`.
    private static let peerHasClosed: Int16 = 0x2000
    #else
    private static let peerHasClosed = Int16(POLLHUP)
    #endif

    private let number: Int
    private let socket: CInt
    private let stop: CInt
    /// Takes a request whose body was read, before it is answered.
    private let record: (ScriptedRequest) -> Void
    private var buffer: [UInt8] = []
    private var isOpen = true

    init(
        _ socket: CInt,
        _ number: Int,
        stop: CInt,
        record: @escaping (ScriptedRequest) -> Void
    ) {
        self.record = record
        self.socket = socket
        self.number = number
        self.stop = stop
        var isOn: CInt = 1
        unsafe setsockopt(socket, CInt(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
    }

    // MARK: Reading

    /// Waits until the socket has bytes, the peer goes, or the server stops.
    @discardableResult
    private func waitForInput(milliseconds: Int = guardSeconds * 1000) -> Bool {
        var polls = [
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        let count = unsafe poll(&polls, 2, CInt(milliseconds))
        return count > 0 && polls[1].revents == 0
    }

    private func fill(_ capacity: Int = 1 << 18) throws {
        guard waitForInput() else { throw Gone() }
        var block = [UInt8](repeating: 0, count: capacity)
        let count = unsafe recv(socket, &block, capacity, 0)
        guard count > 0 else { throw Gone() }
        buffer += block[..<count]
    }

    private func readLine() throws -> String {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n".utf8)) {
                let line = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<end.upperBound)
                return line
            }
            try fill()
        }
    }

    func readHead() -> ScriptedRequest? {
        do {
            let parts = try readLine().split(separator: " ")
            guard parts.count == 3 else { return nil }
            var request = ScriptedRequest(
                connection: number,
                method: String(parts[0]),
                target: String(parts[1])
            )
            while true {
                let line = try readLine()
                if line.isEmpty { return request }
                let colon = line.firstIndex(of: ":") ?? line.endIndex
                let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
                request.fields.append((String(line[..<colon]), value))
            }
        } catch {
            return nil
        }
    }

    /// Reads the body, or at least `limit` bytes of it, at `rate` bytes a second.
    package func readBody(
        _ request: inout ScriptedRequest,
        limit: Int = .max,
        rate: Int? = nil
    ) throws {
        defer { record(request) }
        if request.isChunked {
            while true {
                guard let size = Int(try readLine(), radix: 16) else { throw Gone() }
                if size == 0 {
                    while !(try readLine()).isEmpty {}
                    request.isComplete = true
                    return
                }
                try take(size, &request, rate: rate)
                guard try readLine().isEmpty else { throw Gone() }
                if request.body.count >= limit { return }
            }
        }
        let length = request.contentLength ?? 0
        try take(min(length, limit) - request.body.count, &request, rate: rate)
        request.isComplete = request.body.count == length
    }

    private func take(_ count: Int, _ request: inout ScriptedRequest, rate: Int?) throws {
        var left = count
        let begin = ContinuousClock.now
        var taken = 0
        while left > 0 {
            if buffer.isEmpty { try fill(rate == nil ? 1 << 18 : 4096) }
            let piece = buffer.prefix(left)
            request.body += piece
            left -= piece.count
            taken += piece.count
            buffer.removeFirst(piece.count)
            if let rate {
                let ahead = Duration.seconds(taken) / rate - (ContinuousClock.now - begin)
                if ahead > .zero { usleep(UInt32(ahead / .microseconds(1))) }
            }
        }
    }

    /// Whether a byte arrives within a time; none of them is taken.
    package func hasInput(within milliseconds: Int) -> Bool {
        !buffer.isEmpty || waitForInput(milliseconds: milliseconds)
    }

    // MARK: Answering

    package func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) throws {
        var offset = 0
        while offset < bytes.count {
            let count = ServerSocket.send(bytes[offset...], to: socket)
            guard count > 0 else { throw Gone() }
            offset += count
        }
    }

    /// Sends a response with a length.
    package func respond(
        _ status: Int,
        _ body: String = "",
        _ fields: [(String, String)] = []
    ) throws {
        let lines = fields.map { "\($0): \($1)\r\n" }.joined()
        try send(
            "HTTP/1.1 \(status) X\r\n\(lines)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    /// Ends the sending, not the reading.
    package func endSending() {
        shutdown(socket, CInt(SHUT_WR))
    }

    /// Neither reads nor answers until the peer goes or the server stops.
    package func hold() {
        var polls = [
            pollfd(fd: socket, events: Self.peerHasClosed, revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&polls, 2, CInt(Self.guardSeconds * 1000))
    }

    /// Reads and drops everything until the peer goes or the server stops.
    package func drain() {
        while (try? fill()) != nil { buffer.removeAll(keepingCapacity: true) }
    }

    /// Closes with a reset.
    package func reset() {
        ServerSocket.resetOnClose(socket)
        end()
    }

    func end() {
        guard isOpen else { return }
        isOpen = false
        close(socket)
    }
}
