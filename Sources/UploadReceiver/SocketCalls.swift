import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system calls on sockets; failures are thrown with their error numbers.
enum SocketCalls {
    /// What ended a wait.
    enum Wait {
        case ready
        case signalled
        case timedOut
    }

    /// An IPv4 address in network byte order, or `nil` if `text` is none.
    static func address(_ text: String) -> in_addr? {
        var address = in_addr()
        return unsafe inet_pton(AF_INET, text, &address) == 1 ? address : nil
    }

    /// Whether `address` belongs to 127.0.0.0/8.
    static func isLoopback(_ address: in_addr) -> Bool {
        UInt32(bigEndian: address.s_addr) >> 24 == 127
    }

    /// A socket for TCP over IPv4 that neither waits nor is inherited.
    static func makeStream() throws(SystemCallError) -> OwnedDescriptor {
        try SystemCalls.makeStreamSocket(family: AF_INET)
    }

    /// Takes a port on `address`; 0 lets the system pick one.
    static func bind(
        _ descriptor: CInt,
        to address: in_addr,
        port: UInt16
    ) throws(SystemCallError) {
        try SystemCalls.setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1 as CInt)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr = address
        let byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe systemBind(descriptor, generic, byteCount)
            }
        }
        guard result == 0 else { throw SystemCallError(number: errno) }
    }

    static func listen(_ descriptor: CInt) throws(SystemCallError) {
        _ = try SystemCalls.retrying { systemListen(descriptor) }
    }

    /// The port that a socket has.
    static func port(of descriptor: CInt) throws(SystemCallError) -> UInt16 {
        var name = sockaddr_in()
        var byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe getsockname(descriptor, generic, &byteCount)
            }
        }
        guard result == 0 else { throw SystemCallError(number: errno) }
        return UInt16(bigEndian: name.sin_port)
    }

    /// The next connection; throws `EAGAIN` if there is none.
    static func accept(_ descriptor: CInt) throws(SystemCallError) -> OwnedDescriptor {
        let connection = OwnedDescriptor(
            owning: try SystemCalls.retrying { systemAccept(descriptor) }
        )
        try SystemCalls.prepareSocket(connection.rawValue)
        // Answers are written whole: waiting for more to send with them only costs time.
        try SystemCalls.sendWithoutDelay(connection.rawValue)
        return connection
    }

    /// Waits until `descriptor` has one of `events` or `signal` can be read.
    ///
    /// - Parameters:
    ///   - descriptor: What to wait for; negative for the signal alone.
    ///   - events: For example `POLLIN`; errors and hang-ups always count.
    ///   - signal: Another descriptor that ends the wait; negative for none.
    ///   - deadline: When to give up; `nil` for never.
    /// - Returns: What ended the wait.
    /// - Throws: The error number of `poll(2)`.
    static func wait(
        for descriptor: CInt,
        _ events: CInt,
        orFor signal: CInt,
        until deadline: ContinuousClock.Instant?
    ) throws(SystemCallError) -> Wait {
        while true {
            var requests: [2 of pollfd] = [
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
                pollfd(fd: signal, events: Int16(POLLIN), revents: 0),
            ]
            let timeout = milliseconds(until: deadline)
            var span = requests.mutableSpan
            let result = unsafe span.withUnsafeMutableBufferPointer { buffer in
                unsafe poll(buffer.baseAddress, nfds_t(buffer.count), timeout)
            }
            guard result >= 0 || errno == EINTR else { throw SystemCallError(number: errno) }
            if result > 0, requests[1].revents != 0 { return .signalled }
            if result > 0 { return .ready }
            if let deadline, deadline <= .now { return .timedOut }
        }
    }

    /// Appends bytes that have come to `bytes`, at most `limit`.
    ///
    /// - Returns: How many there are; 0 at the end, `nil` if none have come.
    static func receive(
        _ descriptor: CInt,
        into bytes: inout [UInt8],
        limit: Int
    ) throws(SystemCallError) -> Int? {
        let start = bytes.count
        do throws(SystemCallError) {
            try bytes.append(addingCapacity: limit) { output throws(SystemCallError) in
                try unsafe output.withUnsafeMutableBufferPointer {
                    buffer,
                    count throws(SystemCallError) in
                    count = try SystemCalls.retrying {
                        unsafe recv(descriptor, buffer.baseAddress, min(limit, buffer.count), 0)
                    }
                }
            }
        } catch  where error.number == EAGAIN {
            return nil
        }
        return bytes.count - start
    }

    /// Sends bytes from `offset` on; `nil` if none can be taken.
    static func send(
        _ descriptor: CInt,
        _ bytes: [UInt8],
        from offset: Int
    ) throws(SystemCallError) -> Int? {
        do throws(SystemCallError) {
            return try unsafe bytes.span.withUnsafeBytes { buffer throws(SystemCallError) in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
                return try SystemCalls.retrying {
                    unsafe systemSend(descriptor, rest)
                }
            }
        } catch  where error.number == EAGAIN {
            return nil
        }
    }

    /// Says that nothing more will be sent.
    static func endOutput(_ descriptor: CInt) {
        _ = shutdown(descriptor, CInt(SHUT_WR))
    }

    /// Makes the end of the connection a reset, and its unsent bytes worthless.
    static func resetOnClose(_ descriptor: CInt) {
        let linger = linger(l_onoff: 1, l_linger: 0)
        try? SystemCalls.setOption(descriptor, SOL_SOCKET, SO_LINGER, linger)
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> CInt {
        guard let deadline else { return -1 }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return 0 }
        // One more than what is left, so that a wait doesn't end before its deadline; a longer one
        // than this is waited for in turns.
        let (seconds, attoseconds) = left.components
        return CInt(min(seconds, 3_600)) * 1_000 + CInt(attoseconds / 1_000_000_000_000_000) + 1
    }
}

// The bare names stand behind others, so that the members above can have the same ones.

private func systemBind(
    _ descriptor: CInt,
    _ name: UnsafePointer<sockaddr>,
    _ byteCount: socklen_t
) -> CInt {
    unsafe bind(descriptor, name, byteCount)
}

private func systemListen(_ descriptor: CInt) -> CInt {
    listen(descriptor, 511)
}

private func systemAccept(_ descriptor: CInt) -> CInt {
    accept(descriptor, nil, nil)
}

private func systemSend(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
}

#if canImport(Darwin)
private let sendFlags: CInt = 0
#else
private let sendFlags = CInt(MSG_NOSIGNAL)
#endif
