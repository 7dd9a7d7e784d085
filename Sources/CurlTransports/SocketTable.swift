internal import CCurl
internal import TransferLoops

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The open sockets of a loop.
///
/// libcurl doesn't tell which socket a transfer uses, but the transfer's local port, which leads
/// to it.
struct SocketTable {
    /// What a socket told before it was closed.
    struct Remains {
        /// The port that it had on this side.
        var localPort: UInt16
        /// Bytes that had arrived, but that libcurl did not read.
        var unread: [UInt8]
        var peer: PeerState?
    }

    private static let maximumUnreadByteCount = 65_536

    private struct Entry {
        var socket: CInt
        /// 0 as long as it isn't known: a socket has no port before it is connected.
        var localPort: UInt16 = 0
    }

    private var entries: [Entry] = []

    mutating func insert(_ socket: CInt) {
        entries.append(Entry(socket: socket))
    }

    /// Closes `socket`.
    ///
    /// - Returns: What it held; `nil` if it was not connected.
    mutating func close(_ socket: CInt) -> Remains? {
        entries.removeAll { $0.socket == socket }
        let port = ccurl_socket_local_port(socket)
        let remains =
            port == 0
            ? nil
            : Remains(localPort: port, unread: Self.unread(socket), peer: PeerState(socket))
        #if canImport(Glibc)
        _ = Glibc.close(socket)
        #elseif canImport(Musl)
        _ = Musl.close(socket)
        #elseif canImport(Darwin)
        _ = Darwin.close(socket)
        #endif
        return remains
    }

    /// The open socket with this port on this side.
    mutating func socket(localPort: UInt16) -> CInt? {
        guard localPort != 0 else { return nil }
        if let entry = entries.first(where: { $0.localPort == localPort }) { return entry.socket }
        for index in entries.indices where entries[index].localPort == 0 {
            entries[index].localPort = ccurl_socket_local_port(entries[index].socket)
            if entries[index].localPort == localPort { return entries[index].socket }
        }
        return nil
    }

    /// What can still be read: a reset doesn't empty the receive queue on Linux.
    private static func unread(_ socket: CInt) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while bytes.count < maximumUnreadByteCount {
            let capacity = block.count
            let count = unsafe block.withUnsafeMutableBytes {
                unsafe recv(
                    socket,
                    $0.baseAddress,
                    capacity,
                    CInt(truncatingIfNeeded: Int(MSG_DONTWAIT))
                )
            }
            guard count > 0 else { break }
            bytes += block[..<count]
        }
        return bytes
    }
}
