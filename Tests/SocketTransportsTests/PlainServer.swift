import Foundation
import Synchronization
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on 127.0.0.1 that knows nothing of HTTP: a script reads and sends bytes.
///
/// It serves one connection after the other, on one thread. No wait is longer than a minute.
final class PlainServer: Sendable {
    let port: UInt16

    private let listener: CInt
    private let isListening = Mutex(true)

    var url: String { "http://127.0.0.1:\(port)/" }

    /// Starts to listen.
    init(_ serve: @escaping @Sendable (PlainServer, PlainPeer) -> Void) throws {
        let socket = try LoopbackSocket(backlog: 16)
        (listener, port) = (socket.descriptor, socket.port)
        Thread.detachNewThread { [self] in
            while true {
                let number = acceptNext(listener)
                guard number >= 0, isListening.withLock({ $0 }) else {
                    if number >= 0 { close(number) }
                    break
                }
                let peer = PlainPeer(number)
                serve(self, peer)
                peer.end()
            }
            close(listener)
        }
    }

    /// Refuses further connections.
    func stop() {
        let wasListening = isListening.withLock { isListening in
            defer { isListening = false }
            return isListening
        }
        if wasListening { shutdown(listener, CInt(SHUT_RDWR)) }
    }
}

/// The server's end of a connection; used by the server's thread only.
final class PlainPeer {
    private let socket: CInt
    private var isOpen = true

    init(_ socket: CInt) {
        self.socket = socket
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    /// Reads exactly `count` bytes, or up to the end.
    func read(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < count {
            let received = unsafe recv(socket, &block, min(block.count, count - bytes.count), 0)
            guard received > 0 else { break }
            bytes += block[..<received]
        }
        return bytes
    }

    /// Reads up to and with the empty line behind a head.
    func readHead() -> String {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while bytes.suffix(4) != end[...] {
            let next = read(1)
            guard !next.isEmpty else { break }
            bytes += next
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends bytes, as far as the peer takes them.
    ///
    /// - Returns: Whether all were taken.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = ServerSocket.send(rest, to: socket)
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Closes with a reset.
    func reset() {
        ServerSocket.resetOnClose(socket)
        end()
    }

    func end() {
        guard isOpen else { return }
        isOpen = false
        close(socket)
    }
}

// Inside of the types the methods of these names hide those of the C library.
private func acceptNext(_ listener: CInt) -> CInt {
    accept(listener, nil, nil)
}
