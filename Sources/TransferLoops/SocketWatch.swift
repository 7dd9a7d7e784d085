#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The sockets that a loop waits for, and what for.
///
/// `poll(2)` rather than `epoll(7)`: what a transfer waits for on its socket changes several times a
/// request, and each change would be a system call.
package struct SocketWatch {
    /// What to wait for on a socket; errors and hang-ups always count.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Bytes, or the end, have come.
        package static let reading = Interest(rawValue: 1)
        /// There is room for bytes.
        package static let writing = Interest(rawValue: 2)
        /// Either: the literal of both would allocate.
        package static let readingOrWriting = Interest(rawValue: 3)
    }

    /// What a socket has.
    package struct Event: Sendable {
        package var socket: CInt
        package var isReadable: Bool
        package var isWritable: Bool
        /// An error, or the end of both directions.
        package var hasFailed: Bool
        /// The socket isn't open.
        package var isInvalid: Bool
    }

    /// The signal that wakes the loop stands first.
    private var requests: [pollfd]

    /// Where in `requests` a socket stands, or 0.
    private var positions: [Int] = []

    /// Creates a watch that ends its waits when `signal` is readable.
    package init(signal: CInt) {
        requests = [pollfd(fd: signal, events: Int16(POLLIN), revents: 0)]
    }

    /// Waits for something else on a socket than before; for nothing with `nil`.
    package mutating func watch(_ socket: CInt, for interest: Interest?) {
        guard let interest else { return forget(socket) }
        let index = Int(socket)
        if index >= positions.count {
            positions += repeatElement(0, count: index + 1 - positions.count)
        }
        if positions[index] == 0 {
            positions[index] = requests.count
            requests.append(pollfd(fd: socket, events: 0, revents: 0))
        }
        var events: Int32 = 0
        if interest.contains(.reading) { events |= Int32(POLLIN) }
        if interest.contains(.writing) { events |= Int32(POLLOUT) }
        requests[positions[index]].events = Int16(events)
    }

    /// What is waited for on a socket; `nil` if nothing is.
    package func interest(in socket: CInt) -> Interest? {
        let index = Int(socket)
        guard index < positions.count, positions[index] != 0 else { return nil }
        let events = Int32(requests[positions[index]].events)
        var interest = Interest()
        if events & Int32(POLLIN) != 0 { interest.insert(.reading) }
        if events & Int32(POLLOUT) != 0 { interest.insert(.writing) }
        return interest
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
    package mutating func wait(milliseconds: CInt, _ events: inout [Event]) -> Bool? {
        let count = unsafe requests.withUnsafeMutableBufferPointer {
            unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds)
        }
        guard count > 0 else { return count == 0 || errno == EINTR ? false : nil }
        for index in 1..<requests.count where requests[index].revents != 0 {
            let request = requests[index]
            let found = Int32(request.revents)
            events.append(
                Event(
                    socket: request.fd,
                    isReadable: found & Int32(POLLIN) != 0,
                    isWritable: found & Int32(POLLOUT) != 0,
                    hasFailed: found & Int32(POLLERR | POLLHUP) != 0,
                    isInvalid: found & Int32(POLLNVAL) != 0
                )
            )
        }
        return requests[0].revents != 0
    }
}
