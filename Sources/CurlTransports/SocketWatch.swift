internal import CCurl

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The sockets that libcurl waits for, and what for.
///
/// `poll(2)` rather than `epoll(7)`: what libcurl waits for on a socket changes several times a
/// request, and each change would be a system call.
struct SocketWatch {
    /// A socket that has something, with libcurl's `CURL_CSELECT_` bits.
    struct Event {
        var socket: CInt
        var bits: CInt
    }

    /// The signal that wakes the loop stands first.
    private var requests: [pollfd]

    /// Where in `requests` a socket stands, or 0.
    private var positions: [Int] = []

    /// Creates a watch that ends its waits when `signal` is readable.
    init(signal: CInt) {
        requests = [pollfd(fd: signal, events: Int16(POLLIN), revents: 0)]
    }

    /// Takes over what libcurl says of a socket.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - interest: One of the `CURL_POLL_` values.
    mutating func watch(_ socket: CInt, _ interest: CInt) {
        let events: Int32? =
            switch interest {
            case CURL_POLL_IN: Int32(POLLIN)
            case CURL_POLL_OUT: Int32(POLLOUT)
            case CURL_POLL_INOUT: Int32(POLLIN) | Int32(POLLOUT)
            default: nil
            }
        guard let events else { return forget(socket) }
        let index = Int(socket)
        if index >= positions.count {
            positions += repeatElement(0, count: index + 1 - positions.count)
        }
        if positions[index] == 0 {
            positions[index] = requests.count
            requests.append(pollfd(fd: socket, events: 0, revents: 0))
        }
        requests[positions[index]].events = Int16(events)
    }

    private mutating func forget(_ socket: CInt) {
        let index = Int(socket)
        guard index < positions.count, positions[index] != 0 else { return }
        let position = positions[index]
        positions[index] = 0
        let last = requests.removeLast()
        guard position < requests.count else { return }
        requests[position] = last
        positions[Int(last.fd)] = position
    }

    /// Waits until a socket has something, the signal is raised or the time is over.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to wait at most.
    ///   - events: Gets what the sockets have.
    /// - Returns: Whether the signal is raised; `nil` if the system can't wait.
    mutating func wait(milliseconds: CInt, _ events: inout [Event]) -> Bool? {
        let count = unsafe requests.withUnsafeMutableBufferPointer {
            unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds)
        }
        guard count > 0 else { return count == 0 || errno == EINTR ? false : nil }
        for request in requests.dropFirst() where request.revents != 0 {
            events.append(Event(socket: request.fd, bits: Self.bits(of: request)))
        }
        return requests[0].revents != 0
    }

    /// As libcurl's own waiting has it: who reads finds the error or the end behind what came.
    private static func bits(of request: pollfd) -> CInt {
        let (wanted, found) = (Int32(request.events), Int32(request.revents))
        let hasFailed = found & Int32(POLLERR | POLLHUP) != 0
        var bits: CInt = 0
        if found & Int32(POLLIN) != 0 || hasFailed && wanted & Int32(POLLIN) != 0 {
            bits |= CURL_CSELECT_IN
        }
        if found & Int32(POLLOUT) != 0 { bits |= CURL_CSELECT_OUT }
        if hasFailed && wanted & Int32(POLLOUT) != 0 || found & Int32(POLLNVAL) != 0 {
            bits |= CURL_CSELECT_ERR
        }
        return bits
    }
}
