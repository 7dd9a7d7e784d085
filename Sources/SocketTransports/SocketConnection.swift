internal import BodyStreaming
internal import TransferLoops
internal import UploadHTTP

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A connection to a server, open or being made; it belongs to the loop's thread.
final class SocketConnection {
    /// What a system call on the socket did.
    enum Step {
        case moved(Int)
        /// There is no room, or nothing has come.
        case blocked
        case failed(SystemCallError)
    }

    let origin: Origin
    private let descriptor: OwnedDescriptor

    /// Whose request it carries, or will carry.
    var transfer: SocketTransfer?

    /// The turn of the loop in which it began to look after the connection.
    var firstTurn = 0

    /// Whether the connection is made.
    private(set) var isOpen = false

    /// How many requests it was used for.
    private(set) var requestCount = 0

    /// When its last request ended.
    var idleSince = ContinuousClock.now

    /// Whether there was no room for more than what was received last.
    private(set) var mayHaveMore = false

    private var sentByteCount: UInt64 = 0
    private var receivedByteCount: UInt64 = 0
    /// ``sentByteCount`` when the current request began.
    private var sentBeforeRequest: UInt64 = 0
    private var peerWhenOpened: PeerState?

    /// Begins to connect.
    ///
    /// - Throws: The error number, if that fails at once.
    init(to address: SocketAddress, of origin: Origin) throws(SystemCallError) {
        self.origin = origin
        descriptor = try SystemCalls.makeStreamSocket(family: address.family)
        // A request is written in as few pieces as there can be: none waits for another.
        try SystemCalls.sendWithoutDelay(descriptor.rawValue)
        let number = descriptor.rawValue
        let result = unsafe address.withPort(origin.port) { name, byteCount in
            unsafe connectSocket(number, name, byteCount)
        }
        if result == 0 {
            open()
        } else if errno != EINPROGRESS && errno != EINTR {
            throw SystemCallError(number: errno)
        }
    }

    /// The open socket.
    var socket: CInt { descriptor.rawValue }

    // MARK: Connecting

    /// Takes note that the connection is made, or has failed.
    ///
    /// - Throws: The error number.
    func finishConnecting() throws(SystemCallError) {
        var number: CInt = 0
        var byteCount = socklen_t(MemoryLayout<CInt>.size)
        _ = try SystemCalls.retrying {
            unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &byteCount)
        }
        guard number == 0 else { throw SystemCallError(number: number) }
        open()
    }

    private func open() {
        isOpen = true
        peerWhenOpened = PeerState(socket)
    }

    // MARK: A request

    /// Says that a request begins.
    func beginRequest() {
        requestCount += 1
        sentBeforeRequest = sentByteCount
    }

    /// Whether the peer has neither ended the connection nor sent anything unasked.
    var isQuiet: Bool {
        var byte: UInt8 = 0
        let flags = CInt(truncatingIfNeeded: Int(MSG_PEEK) | Int(MSG_DONTWAIT))
        return unsafe recv(socket, &byte, 1, flags) < 0 && errno == EAGAIN
    }

    /// Whether the peer ended the connection before its system took a byte of the request: the end
    /// of its sending, which counts as one byte, is all that came. A reset alone doesn't tell.
    var endedBeforeRequest: Bool {
        guard let start = peerWhenOpened, let end = PeerState(socket) else { return false }
        return end.acknowledged - start.acknowledged <= sentBeforeRequest
            && end.received - start.received == receivedByteCount + 1
    }

    /// Sends bytes from memory.
    func send(_ bytes: UnsafeRawBufferPointer, isMoreComing: Bool) -> Step {
        step { () throws(SystemCallError) in
            let count = try unsafe SystemCalls.send(socket, bytes, isMoreComing: isMoreComing)
            sentByteCount += UInt64(count)
            return count
        }
    }

    /// Sends bytes of a file without reading them; 0 of them at the file's end.
    func send(_ file: CInt, at offset: Int64, count: Int) -> Step {
        // Unlike the others, this call has no flag against SIGPIPE, which the loop's thread blocks.
        step { () throws(SystemCallError) in
            let count = try SystemCalls.move(
                by: .sendfile,
                from: file,
                at: offset,
                to: socket,
                count: count
            )
            sentByteCount += UInt64(count)
            return count
        }
    }

    /// Receives bytes into `memory`; 0 of them at the end.
    func receive(into memory: UnsafeMutableRawBufferPointer) -> Step {
        step { () throws(SystemCallError) in
            let count = try SystemCalls.retrying {
                unsafe recv(socket, memory.baseAddress, memory.count, 0)
            }
            receivedByteCount += UInt64(count)
            mayHaveMore = count == memory.count
            return count
        }
    }

    private func step(_ call: () throws(SystemCallError) -> Int) -> Step {
        do throws(SystemCallError) {
            return .moved(try call())
        } catch {
            return error.number == EAGAIN ? .blocked : .failed(error)
        }
    }
}

// Inside of the type the name of a member hides that of the C library.
private func connectSocket(
    _ socket: CInt,
    _ name: UnsafePointer<sockaddr>,
    _ byteCount: socklen_t
) -> CInt {
    unsafe connect(socket, name, byteCount)
}
